import type { WebhookAttempt } from '@mizan/contract/integrator-webhooks.ts';
import { expect, test } from 'vitest';
import { lagCause } from './lag-cause.ts';

const createdAt = '2026-11-22T10:00:00.000Z';
const attempt = (given: Partial<WebhookAttempt> = {}): WebhookAttempt => ({
  at: '2026-11-22T10:00:01.000Z',
  durationMs: 120,
  status: 200,
  answer: '',
  failure: null,
  reason: null,
  signature: 'v1,x',
  contentType: null,
  retryAfter: null,
  ...given,
});
const silent = { status: null, answer: null, reason: 'noAnswer' } as const;

test.each([
  ['nothing is said before the first attempt', [], null],
  ['what was taken at once has none', [attempt()], { kind: 'none' }],
  [
    'a late first attempt is ours',
    [attempt({ at: '2026-11-22T10:00:06.000Z' })],
    { kind: 'ours', lateMs: 6000 },
  ],
  ['from five seconds on', [attempt({ at: '2026-11-22T10:00:05.000Z' })], { kind: 'ours', lateMs: 5000 }],
  ['a moment before that is none', [attempt({ at: '2026-11-22T10:00:04.999Z' })], { kind: 'none' }],
  [
    'the address asked to wait',
    [attempt({ status: 503, retryAfter: '360' })],
    { kind: 'askedToWait', waitSeconds: 360 },
  ],
  ['a date is no number of seconds', [attempt({ status: 503, retryAfter: 'soon' })], { kind: 'notTaken' }],
  [
    'asking to wait for no time is asking for nothing',
    [attempt({ status: 503, retryAfter: '0' })],
    { kind: 'notTaken' },
  ],
  ['a redirect is not taken', [attempt({ status: 307 })], { kind: 'notTaken' }],
  [
    'without an answer nobody is named',
    [attempt({ ...silent, failure: 'a network that no webhook goes to, says a proxy' })],
    { kind: 'noAnswer' },
  ],
  [
    'a private network is named',
    [attempt({ ...silent, reason: 'closedNetwork', failure: 'whatever the portal says of it' })],
    { kind: 'closedNetwork' },
  ],
  [
    'what arrived in the end was late for what was refused',
    [attempt({ status: 500 }), attempt({ ...silent, failure: 'socket hang up' }), attempt()],
    { kind: 'noAnswer' },
  ],
] as const)('%s', (_, attempts, cause) => {
  expect(lagCause(createdAt, attempts)).toEqual(cause);
});
