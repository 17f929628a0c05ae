import type { WebhookAttempt, WebhookDelivery } from '@mizan/contract/integrator-webhooks.ts';

interface Sent extends Pick<WebhookDelivery, 'url' | 'messageId'> {
  body: string;
  attempts: readonly WebhookAttempt[];
}

const indented = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/**
 * What the last attempt sent, as HTTP writes it, with its body laid out to be read; null where none was sent. The line of
 * the signature is left out where it was not kept.
 */
export function requestText({ url, messageId, body, attempts }: Sent): string | null {
  const last = attempts.findLast(({ signature, status }) => signature !== null || status !== null);
  if (!last) return null;
  const { host, pathname, search } = new URL(url);
  const seconds = Math.floor(Date.parse(last.at) / 1000);
  return [
    `POST ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    `webhook-id: ${messageId}`,
    `webhook-timestamp: ${seconds}`,
    ...(last.signature === null ? [] : [`webhook-signature: ${last.signature}`]),
    '',
    indented(body),
  ].join('\n');
}

/** What came back of an attempt: status, the headers that are kept, and how the answer begins; else why nothing did. */
export const answerLines = ({ status, retryAfter, contentType, answer, failure }: WebhookAttempt): string =>
  status === null
    ? (failure ?? '')
    : [
        `HTTP/1.1 ${status}`,
        ...(retryAfter === null ? [] : [`retry-after: ${retryAfter}`]),
        ...(contentType === null ? [] : [`content-type: ${contentType}`]),
        ...(answer ? ['', answer] : []),
      ].join('\n');
