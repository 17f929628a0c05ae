import { request } from 'node:https';
import { isIP } from 'node:net';
import { guardedLookup, type IsReachable } from '../../platform/http/public-address.ts';

/** How long a push service may take to answer. */
const timeoutMs = 15_000;

export interface PushPost {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

/**
 * Posts one message to a push service and answers its status. A redirect is not followed and nothing of the answer is read.
 * @throws Error where nobody answered in time, or the address is in a network that the portal does not call
 */
export function postPush(
  { endpoint, headers, body }: PushPost,
  { isReachable, ca }: { isReachable: IsReachable; ca?: string | undefined },
): Promise<number> {
  const target = new URL(endpoint);
  const host = target.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    // A socket looks up no name that is an address already.
    if (target.protocol !== 'https:' || (isIP(host) !== 0 && !isReachable(host))) {
      reject(new Error('the push service is at an address that is not called'));
      return;
    }
    const sent = request(target, {
      method: 'POST',
      agent: false,
      lookup: guardedLookup(isReachable),
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers },
      ...(ca === undefined ? {} : { ca }),
    });
    sent.on('error', reject);
    sent.on('close', () => reject(new Error('the push service closed the connection without an answer')));
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.resume();
      sent.destroy();
    });
    sent.end(body);
  });
}
