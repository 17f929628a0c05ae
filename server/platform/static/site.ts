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

/** The service worker, which answers for every page: it asks this portal for files, and nobody else for anything. */
const workerPath = '/sw.js';
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SiteFile,
  worker: SiteFile | undefined,
): Promise<FastifyReply> {
  reply
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
    .header('cache-control', file.isImmutable ? `public, max-age=${foreverSeconds}, immutable` : 'no-cache');
  if (file === worker) reply.header('content-security-policy', workerPolicy);
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = encodingOf(request.headers['accept-encoding'] ?? '');
  const encoded = encoding === null ? null : await file.encoded(encoding);
  if (encoded) reply.header('content-encoding', String(encoding));
  return reply.type(file.type).send(encoded ?? file.body);
}

/** A file that a page wanted, and not a page: it gets no page in its place. */
const wantsFile = (path: string, request: FastifyRequest): boolean =>
  /\.[a-z0-9]+$/i.test(path) && !(request.headers.accept ?? '').includes('text/html');

/** Whether an address is one of these. */
function pageTest(pages: readonly string[]): (path: string) => boolean {
  const plain = new Set(pages.filter((page) => !page.includes('$')));
  const prefixes = pages.flatMap((page) => (page.includes('$') ? page.slice(0, page.indexOf('$')) : []));
  return (path) =>
    plain.has(path) ||
    prefixes.some((prefix) => path.startsWith(prefix) && /^\d{1,16}$/.test(path.slice(prefix.length)));
}

/**
 * Serves the built web: its files, the static home page at '/', and the app for every other address, with
 * status 404 where the web has no such page (it shows its own 404 page then). `pages` are the web's addresses; a part of one that
 * begins with '$' stands for any number.
 */
export function serveSite(app: FastifyInstance, files: SiteFiles, pages: readonly string[]): void {
  const isPage = pageTest(pages);
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
      if (file) return sendFile(request, reply, file, files.get(workerPath));
      const page = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
      if (!isPage(page)) {
        if (wantsFile(path, request)) throw notFound();
        reply.code(404);
      }
      return sendHtml(reply, appPage);
    },
  });
}
