import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { expect, test } from 'vitest';
import { whyNoneReady } from './none-ready.ts';

const terminal = (
  connection: TerminalRow['connection'],
  branchStatus: TerminalRow['branchStatus'] = 'ACTIVE',
  isPaired = true,
) => ({ connection, branchStatus, isPaired });

const off = terminal('DISCONNECTED');
const onInClosed = terminal('CONNECTED', 'INACTIVE');
const offInClosed = terminal('DISCONNECTED', 'INACTIVE');
const unpaired = terminal('DISCONNECTED', 'ACTIVE', false);

test.each([
  ['none was ever paired', [unpaired], 'noPaired'],
  ['the only branch is closed', [onInClosed], 'branchStopped'],
  [
    'every branch is closed, whatever was never paired elsewhere',
    [onInClosed, offInClosed, unpaired],
    'branchesStopped',
  ],
  [
    'those that are connected stand in a closed branch, the others are off',
    [onInClosed, off],
    'connectedElsewhere',
  ],
  [
    'one in a closed branch that comes back in a moment',
    [terminal('RECONNECTING', 'INACTIVE'), off],
    'connectedElsewhere',
  ],
  ['all are off, some of them in a closed branch', [offInClosed, off], 'noTerminal'],
  ['all are off', [off, off], 'noTerminal'],
] as const)('%s', (_, terminals, why) => {
  expect(whyNoneReady(terminals)).toBe(why);
});
