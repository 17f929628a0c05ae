import { allRoutes } from '@mizan/contract/all-routes.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  openApiDocument,
} from '@mizan/contract/openapi.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { FastifyInstance } from 'fastify';
import { sendPage } from './security-headers.ts';

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const text = (value: string): string => value.replaceAll(/[&<>"']/g, (sign) => escaped[sign] ?? sign);

const style = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; }
  h2 { margin-block: 2.5rem 0; border-block-end: 1px solid; }
  article { padding-block: 1rem; border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
  h3 { margin: 0; font: 600 1rem ui-monospace, monospace; }
  p { margin-block: .25rem; }
  summary { cursor: pointer; padding-block: .25rem; }
  pre { overflow: auto; padding: .75rem; font-size: .8125rem;
        background: color-mix(in srgb, currentColor 6%, transparent); }
  ul { margin-block: .25rem; padding-inline-start: 1.25rem; }
`;

const schemaBlock = (title: string, schema: JsonSchema | undefined): string =>
  schema && Object.keys(schema).length > 0
    ? `<details><summary>${text(title)}</summary><pre tabindex="0">${text(JSON.stringify(schema, null, 2))}</pre></details>`
    : '';

/** 'limit (query, integer, optional)': enough to call it; the document says the rest. */
function parameterLine({
  name,
  in: where,
  required,
  schema,
}: NonNullable<OpenApiOperation['parameters']>[number]) {
  const type = String(schema['type'] ?? 'any');
  return `<li><code>${text(name)}</code> (${where}, ${text(type)}${required ? '' : ', optional'})</li>`;
}

function operationArticle(path: string, method: string, operation: OpenApiOperation): string {
  const allow = operation['x-allow'] === 'public' ? 'everyone' : operation['x-allow'].join(', ');
  const parameters = (operation.parameters ?? []).map(parameterLine).join('');
  const [body] = Object.entries(operation.requestBody?.content ?? {});
  const answers = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const [type] = Object.entries(content ?? {});
    const isError = Number(status) >= 400 && Number(status) !== 511;
    return isError
      ? `<li>${status}: ${text(description)}</li>`
      : `<li>${status}: ${text(description)}${schemaBlock(type?.[0] ?? '', type?.[1].schema)}</li>`;
  });
  return `<article id="${text(operation.operationId)}">
    <h3>${method.toUpperCase()} ${text(apiBase + path)}</h3>
    <p>${text(operation.summary)}</p>
    <p>Allowed: ${text(allow)}</p>
    ${parameters ? `<ul>${parameters}</ul>` : ''}
    ${body ? schemaBlock(`Body (${body[0]})`, body[1].schema) : ''}
    <ul>${answers.join('')}</ul>
  </article>`;
}

/** The document as a page to read, whole without any script. */
export function docsPage(document: OpenApiDocument, nonce: string): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationArticle(path, method, operation)]);
    }
  }
  const sections = [...byTag].map(
    ([tag, articles]) => `<section><h2 id="${text(tag)}">${text(tag)}</h2>${articles.join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mizan API ${text(document.info.version)}</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <main>
      <h1>Mizan API ${text(document.info.version)}</h1>
      <p>${text(document.info.description)}</p>
      <p><a href="${apiBase}/openapi.json">OpenAPI 3.1</a></p>
      <p>Errors: <code>{code, message, details?, requestId?}</code></p>
      ${sections.join('\n')}
    </main>
  </body>
</html>
`;
}

/** GET /api/v1/openapi.json, and /api/docs, the same for people. */
export function registerApiDocs(app: FastifyInstance, version: string): void {
  const document = openApiDocument(allRoutes, version);
  const documentText = JSON.stringify(document);
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(documentText),
  );
  app.get('/api/docs', async (_request, reply) => sendPage(reply, (nonce) => docsPage(document, nonce)));
}
