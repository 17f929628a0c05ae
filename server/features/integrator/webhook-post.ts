import { createHmac } from 'node:crypto';
import { type ClientRequest, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import type { NoAnswerReason } from '@mizan/contract/integrator-webhooks.ts';
import { ClosedNetwork, guardedLookup, type IsReachable } from '../../platform/http/public-address.ts';

/** How long an address may take to answer, and how much of its answer is kept. */
const postLimits = { timeoutMs: 15_000, answerChars: 2_000 } as const;

/** Headers of an answer are kept so far. */
const headerChars = 200;

const secretPrefix = 'whsec_';

/** The secret that an address's messages are signed by: made of MIZAN_SECRET, so that it is stored nowhere. */
export const secretOf = (mizanSecret: string, addressUuid: string): string =>
  secretPrefix + createHmac('sha256', mizanSecret).update(`webhook ${addressUuid}`).digest('base64');

/** 'v1,<base64>' over 'id.timestamp.body' (Standard Webhooks). */
export function signatureOf(secret: string, id: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`).digest('base64')}`;
}

/** What every secret in force signs, as Standard Webhooks has them side by side. */
const signaturesOf = (
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string => secrets.map((secret) => signatureOf(secret, id, timestampSeconds, body)).join(' ');

interface Carried {
  /** Null where nothing was sent. */
  signature: string | null;
  contentType: string | null;
  retryAfter: string | null;
}
export type Posted = Carried &
  (
    | { status: number; answer: string; failure: null; reason: null }
    | { status: null; answer: null; failure: string; reason: NoAnswerReason }
  );

/** What no column takes is no part of an answer that people read. */
const storable = (text: string, charsMax: number): string =>
  text.slice(0, charsMax).replaceAll('\0', '').toWellFormed();
const headerOf = (value: string | undefined): string | null =>
  value === undefined ? null : storable(value, headerChars);

const unanswered = (error: Error, signature: string | null): Posted => ({
  status: null,
  answer: null,
  contentType: null,
  retryAfter: null,
  signature,
  failure: error.message.slice(0, 300),
  reason: error instanceof ClosedNetwork ? 'closedNetwork' : 'noAnswer',
});

/** Before its socket stands nothing leaves. */
function onceConnected(request: ClientRequest, isSecure: boolean, connected: () => void): void {
  request.on('socket', (socket) => socket.once(isSecure ? 'secureConnect' : 'connect', connected));
}

/**
 * Posts one message. A redirect is an answer like any other and is not followed: it could lead into a private network,
 * and whoever moved says so in the settings. Never rejects.
 */
export function post(
  url: string,
  message: { id: string; body: string; secrets: readonly string[]; at: Date },
  isReachable: IsReachable,
): Promise<Posted> {
  const { id, body, secrets, at } = message;
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = signaturesOf(secrets, id, timestamp, body);
  // A name that leads nowhere, a closed network, a refused connection: nothing was said there, so nothing was signed.
  let isConnected = false;
  const failed = (error: Error): Posted => unanswered(error, isConnected ? signature : null);
  return new Promise((resolve) => {
    const target = new URL(url);
    const host = target.hostname.replace(/^\[|\]$/g, '');
    // A socket looks up no name that is an address already.
    if (isIP(host) !== 0 && !isReachable(host)) {
      resolve(failed(new ClosedNetwork()));
      return;
    }
    const isSecure = target.protocol === 'https:';
    const send = isSecure ? overHttps : overHttp;
    const request = send(target, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(isReachable),
      signal: AbortSignal.timeout(postLimits.timeoutMs),
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Mizan-Webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signature,
      },
    });
    onceConnected(request, isSecure, () => {
      isConnected = true;
    });
    request.on('error', (error) => resolve(failed(error)));
    // A socket that is given over to another protocol ends without an error and without an answer.
    request.on('close', () =>
      resolve(failed(new Error('the address closed the connection without an answer'))),
    );
    request.on('response', (response) => {
      let answer = '';
      response.setEncoding('utf8');
      const end = (): void => {
        resolve({
          status: response.statusCode ?? 0,
          answer: storable(answer, postLimits.answerChars),
          failure: null,
          reason: null,
          signature,
          contentType: headerOf(response.headers['content-type']),
          retryAfter: headerOf(response.headers['retry-after']),
        });
        request.destroy();
      };
      response.on('data', (chunk: string) => {
        answer += chunk;
        if (answer.length > postLimits.answerChars) end();
      });
      response.on('end', end);
      response.on('error', (error) => resolve(failed(error)));
    });
    request.end(body);
  });
}
