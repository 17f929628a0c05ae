import * as feeAudit from '@mizan/contract/fee-audit.ts';
import { type Naming, naming, plain, type RouteFixture } from './fixture-kinds.ts';

const span = { from: '2026-11-01', to: '2026-11-21' };
const linesOfBank: Naming = { table: 'banks', args: (bankId) => ({ query: { ...span, bankId } }) };

/** What the walk over all routes needs to know of those of the fee audit. */
export const feeAuditFixtures: readonly RouteFixture[] = [
  plain(feeAudit.getFeeAudit, { query: span }),
  naming(feeAudit.listAuditLines, [linesOfBank]),
];
