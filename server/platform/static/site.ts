import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../failure.ts';
import { isApiPath } from '../http/http.ts';
import { sendPage } from '../http/security-headers.ts';
import type { Encoding, SiteFile, SiteFiles } from './site-files.ts';

/** Stands in the built pages wherever a nonce belongs. */
const noncePlaceholder = '__CSP_NONCE__';
const appPage = '/index.html';
const homePage = '/home.html';
const foreverSeconds = 365 * 24 * 3600;
/** What browsers ask for on pages that name no icon of their own. */
const iconPath = '/favicon.ico';
const notBuilt = 'The web is not built; npm start builds it.\n';

const encodingOf = (accepted: string): Encoding | null => {
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : null;
};

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): Promise<FastifyReply> {
  reply
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.isImmutable ? `public, max-age=${foreverSeconds}, immutable` : 'no-cache');
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
  const encoded = encoding === null ? null : await file.encoded(encoding);
  if (encoded) reply.header('content-encoding', String(encoding));
  return reply.type(file.type).send(encoded ?? file.body);
}

/** A file that a page wanted, and not a page: it gets no page in its place. */
const wantsFile = (path: string, request: FastifyRequest): boolean =>
  /\.[a-z0-9]+$/i.test(path) && !(request.headers.accept ?? '').includes('text/html');

/**
 * Serves the built web: its files, the static home page at '/', and the app for every other address, with
 * status 404 where the web has no such page (it shows its own 404 page then). `pages` are the web's addresses.
 */
export function serveSite(app: FastifyInstance, files: SiteFiles, pages: ReadonlySet<string>): void {
  const pageText = new Map(
    [...files].filter(([path]) => path.endsWith('.html')).map(([path, file]) => [path, file.body.toString()]),
  );
  const icon = [...files].find(([path]) => /\/favicon[\w-]*\.svg$/.test(path))?.[1];
  const sendHtml = (reply: FastifyReply, path: string): FastifyReply => {
    const text = pageText.get(path);
    if (text === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(notBuilt);
    return sendPage(reply, (nonce) => text.replaceAll(noncePlaceholder, nonce));
  };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      if (isApiPath(path)) throw notFound();
      if (path === '/') return reply.redirect(homePage);
      const file = path === iconPath ? icon : files.get(path);
      if (pageText.has(path)) return sendHtml(reply, path);
      if (file) return sendFile(request, reply, file);
      const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
      if (!pages.has(page)) {
        if (wantsFile(path, request)) throw notFound();
        reply.code(404);
      }
      return sendHtml(reply, appPage);
    },
  });
}
