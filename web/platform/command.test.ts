import { startPayment } from '@mizan/contract/payments.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as Client from './api-client.ts';
import type * as Commands from './command.ts';

let attempts: typeof Commands.attempts;
let ApiError: typeof Client.ApiError;
beforeEach(async () => {
  stubBrowser();
  ({ attempts } = await import('./command.ts'));
  ({ ApiError } = await import('./api-client.ts'));
});
afterEach(() => vi.unstubAllGlobals());

const asked = { body: { terminalId: '7', amountMinor: 1250 } };
const idOf = (args: unknown): unknown => (args as { body: { paymentId: unknown } }).body.paymentId;

test('a press after a lost answer asks for the same thing by the same id, and not for a second one', () => {
  const attempt = attempts();
  const first = idOf(attempt.with(startPayment, asked));
  expect(first).toMatch(/^[\da-f-]{36}$/);
  attempt.answered(new ApiError(0, 'network', 'network error', {}));
  expect(idOf(attempt.with(startPayment, asked))).toBe(first);
});

test.each(['an answer', 'a refusal'])(
  'after %s, and for anything else, the next attempt is a new one',
  (end) => {
    const error = end === 'an answer' ? null : new ApiError(409, 'conflict', 'taken', {});
    const attempt = attempts();
    const first = idOf(attempt.with(startPayment, asked));
    expect(idOf(attempt.with(startPayment, { body: { ...asked.body, amountMinor: 990 } }))).not.toBe(first);
    const second = idOf(attempt.with(startPayment, asked));
    attempt.answered(error);
    expect(idOf(attempt.with(startPayment, asked))).not.toBe(second);
  },
);

test('a route that needs no id of the attempt is called with what it was given', () => {
  const args = { params: { id: '3' } };
  expect(attempts().with(undoBankFile, args)).toBe(args);
});
