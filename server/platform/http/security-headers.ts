import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Nothing of the portal is meant to be framed, sniffed, or told about elsewhere. */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** For everything that is no page: should a browser show it after all, it may load and run nothing. */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'";
const hstsSeconds = 365 * 24 * 3600;
const nonceBytes = 16;

/**
 * The policy of a page. Scripts and styles come from here or carry the response's nonce; the live channel is
 * named because some browsers do not take 'self' for ws and wss. `host` is a Host header that was checked.
 */
function pagePolicy(nonce: string, host: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ws://${host} wss://${host}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * Sends a page with a nonce of its own: `html` gets it and writes it into its style and script tags. Never
 * cached, because a nonce that is used twice protects from nothing.
 */
export function sendPage(reply: FastifyReply, html: (nonce: string) => string): FastifyReply {
  const nonce = randomBytes(nonceBytes).toString('base64url');
  const { host = 'localhost' } = reply.request.headers;
  return reply
    .header('content-security-policy', pagePolicy(nonce, host))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html(nonce));
}

/** The headers of every answer that is no page. `isSecure`: the portal is reached by https alone. */
export const securityHeaders = (isSecure: boolean): Readonly<Record<string, string>> => ({
  ...everywhere,
  'content-security-policy': inertPolicy,
  ...(isSecure ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` } : {}),
});

/** Puts the security headers on every answer that comes to a hook; unreadable.ts has them for the others. */
export function addSecurityHeaders(app: FastifyInstance, headers: Readonly<Record<string, string>>): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
