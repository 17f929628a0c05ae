import { randomUUID } from 'node:crypto';
import * as feeAudit from '@mizan/contract/fee-audit.ts';
import * as claims from '@mizan/contract/fee-claims.ts';
import * as missing from '@mizan/contract/missing-claims.ts';
import * as rents from '@mizan/contract/rents.ts';
import { byId, type Naming, naming, plain, type RouteFixture } from './fixture-kinds.ts';

const span = { from: '2026-11-01', to: '2026-11-21' };
const linesOfBank: Naming = { table: 'banks', args: (bankId) => ({ query: { ...span, bankId } }) };
const claim = { ...span, requestId: randomUUID(), count: 1, claimedMinor: 230 };
const rent = { kind: 'rent', amountMinor: 12_500, vatBps: 1_500, validFrom: '2026-11' };
const sent = { sentOn: '2026-11-21' };
const answered = { answeredOn: '2026-11-21', paidMinor: 230 };

/** What the walk over all routes needs to know of those of the fee audit and its claims. */
export const feeAuditFixtures: readonly RouteFixture[] = [
  plain(feeAudit.getFeeAudit, { query: span }),
  plain(rents.listRents),
  naming(
    rents.addRent,
    [{ table: 'banks', args: (bankId) => ({ body: { ...rent, bankId } }) }],
    {},
    { ...rent, bankId: '1', validFrom: '2026-13' },
    { ...rent, bankId: '1', amountMinor: -1 },
  ),
  plain(rents.getRentAudit, { query: span }),
  naming(
    rents.makeRentClaim,
    [{ table: 'banks', args: (bankId) => ({ body: { ...claim, requestId: randomUUID(), bankId } }) }],
    {},
    { ...claim, bankId: '1', claimedMinor: 0 },
  ),
  naming(feeAudit.listAuditLines, [linesOfBank]),
  plain(feeAudit.listAuditSumLines, { query: span }),
  naming(claims.previewFeeClaim, [linesOfBank]),
  naming(
    claims.makeFeeClaim,
    [{ table: 'banks', args: (bankId) => ({ body: { ...claim, bankId } }) }],
    {},
    { ...claim, bankId: '1', claimedMinor: 0 },
    { ...claim, bankId: '1', to: '2026-10-01' },
  ),
  naming(missing.previewMissingClaim, [linesOfBank]),
  naming(
    missing.makeMissingClaim,
    [{ table: 'banks', args: (bankId) => ({ body: { ...claim, requestId: randomUUID(), bankId } }) }],
    {},
    { ...claim, bankId: '1', count: 0 },
    { ...claim, bankId: '1', to: '2026-10-01' },
  ),
  naming(claims.getFeeClaim, [byId('fee_claims')]),
  naming(claims.packFeeClaim, [byId('fee_claims')]),
  naming(claims.sendFeeClaim, [byId('fee_claims', { body: sent })], {}, { sentOn: 'today' }),
  naming(claims.answerFeeClaim, [byId('fee_claims', { body: answered })], {}, { ...answered, paidMinor: -1 }),
  naming(claims.withdrawFeeClaim, [byId('fee_claims')]),
];
