import { expect, test } from 'vitest';
import { heldBy } from './held-by.ts';

const free = { id: '1', connection: 'CONNECTED', openTransactionId: null } as const;

test.each([
  ['nothing', free, false, null],
  ['nothing while its line is on its way back', { ...free, connection: 'RECONNECTING' }, false, null],
  ['a payment whose outcome is not known', { ...free, openTransactionId: '7' }, false, 'payment'],
  ['its line that is lost', { ...free, connection: 'DISCONNECTED' }, false, 'line'],
  ['a line that it never had', { ...free, connection: 'NEVER' }, false, 'line'],
  ['the reconciliation that runs', free, true, 'running'],
] as const)('what holds a reconciliation up: %s', (_, terminal, isRunning, held) => {
  expect(heldBy(terminal, isRunning)).toBe(held);
});
