import { allRoutes } from '@mizan/contract/all-routes.ts';
import {
  type JsonSchema,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  openApiDocument,
} from '@mizan/contract/openapi.ts';
import { apiBase } from '@mizan/contract/route.ts';
import type { FastifyInstance } from 'fastify';
import { htmlText } from './html-text.ts';
import { sendPage } from './security-headers.ts';

const style = `
  :root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; --line: color-mix(in srgb, currentColor 18%, transparent); }
  body { max-inline-size: 60rem; margin: 2rem auto; padding-inline: 1rem; }
  h1 { font-size: 24px; line-height: 32px; font-weight: 600; }
  h2 { margin-block: 2.5rem 0; font-size: 16px; line-height: 24px; font-weight: 600; }
  article { padding-block: .75rem; border-block-start: 1px solid var(--line); }
  h3 { margin: 0; font: 600 14px/20px ui-monospace, monospace; overflow-wrap: anywhere; }
  p { margin-block: .25rem; }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin-block: .5rem 0; }
  dt { color: color-mix(in srgb, currentColor 70%, transparent); }
  dd { margin: 0; min-inline-size: 0; }
  code { font-size: 13px; }
  summary { cursor: pointer; }
  pre { overflow: auto; padding: .75rem; font-size: 12px; line-height: 16px; border: 1px solid var(--line); }
  @media (max-width: 40rem) { dl { grid-template-columns: 1fr; } dt { margin-block-start: .25rem; } }
`;

const schemaBlock = (title: string, schema: JsonSchema | undefined): string =>
  schema && Object.keys(schema).length > 0
    ? `<details><summary>${htmlText(title)}</summary><pre tabindex="0">${htmlText(JSON.stringify(schema, null, 2))}</pre></details>`
    : '';

/** 'limit? integer': enough to call it; the document says the rest. */
function parameterText({ name, required, schema }: OpenApiParameter): string {
  const type = typeof schema['type'] === 'string' ? ` ${schema['type']}` : '';
  return `<code>${htmlText(name)}${required ? '' : '?'}</code>${htmlText(type)}`;
}

const parametersIn = (parameters: OpenApiParameter[], where: OpenApiParameter['in']): string =>
  parameters
    .filter((parameter) => parameter.in === where)
    .map(parameterText)
    .join(', ');

/** Of several media types of one body the first is shown: they carry the same fields. */
const firstSchema = (content: OpenApiOperation['responses'][string]['content']): string => {
  const [first] = Object.entries(content ?? {});
  return first ? schemaBlock(first[0], first[1].schema) || htmlText(first[0]) : '';
};

/** What is a success to the caller: 511 asks for a one-time code and carries its challenge. */
const isAnswer = (status: string): boolean => Number(status) < 400 || status === '511';

function operationArticle(path: string, method: string, operation: OpenApiOperation): string {
  const { parameters = [], responses } = operation;
  const answers = Object.entries(responses).filter(([status]) => isAnswer(status));
  const refusals = Object.entries(responses).filter(([status]) => !isAnswer(status));
  const facts: [string, string][] = [
    ['Allowed', operation['x-allow'] === 'public' ? 'everyone' : operation['x-allow'].join(', ')],
    ['Path', parametersIn(parameters, 'path')],
    ['Query', parametersIn(parameters, 'query')],
    ['Body', firstSchema(operation.requestBody?.content)],
    ...answers.map(([status, { content }]): [string, string] => [
      status,
      firstSchema(content) || 'no content',
    ]),
    [
      'Refuses with',
      refusals.map(([status, { description }]) => `${status} ${htmlText(description)}`).join(' · '),
    ],
  ];
  const lines = facts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`);
  return `<article id="${htmlText(operation.operationId)}">
    <h3>${method.toUpperCase()} ${htmlText(apiBase + path)}</h3>
    <p>${htmlText(operation.summary)}</p>
    <dl>${lines.join('')}</dl>
  </article>`;
}

/** The document as a page to read, whole without any script. */
function docsPage(document: OpenApiDocument, nonce: string): string {
  const byTag = new Map<string, string[]>();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? '';
      byTag.set(tag, [...(byTag.get(tag) ?? []), operationArticle(path, method, operation)]);
    }
  }
  const links = [...byTag.keys()].map((tag) => `<li><a href="#${htmlText(tag)}">${htmlText(tag)}</a></li>`);
  const sections = [...byTag].map(
    ([tag, articles]) =>
      `<section><h2 id="${htmlText(tag)}">${htmlText(tag)}</h2>${articles.join('')}</section>`,
  );
  return `<!doctype html>
<html lang="en" dir="ltr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Mizan API ${htmlText(document.info.version)}</title>
    <style nonce="${nonce}">${style}</style>
  </head>
  <body>
    <main>
      <h1>Mizan API ${htmlText(document.info.version)}</h1>
      <p>${htmlText(document.info.description)}</p>
      <p><a href="${apiBase}/openapi.json">OpenAPI 3.1</a></p>
      <p>A refusal is <code>{code, message, details?, requestId?}</code>.</p>
      <nav aria-label="Features"><ul>${links.join('')}</ul></nav>
      ${sections.join('\n')}
    </main>
  </body>
</html>
`;
}

/** GET /api/v1/openapi.json, and /api/docs, the same for people. */
export function registerApiDocs(app: FastifyInstance, version: string): void {
  // Few ask for it, and to write it takes as long as a fifth of the start.
  let written: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => {
    written ??= openApiDocument(allRoutes, version);
    return written;
  };
  app.get(`${apiBase}/openapi.json`, async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(JSON.stringify(document())),
  );
  app.get('/api/docs', async (_request, reply) => sendPage(reply, (nonce) => docsPage(document(), nonce)));
}
