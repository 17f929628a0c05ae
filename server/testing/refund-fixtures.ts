import { randomUUID } from 'node:crypto';
import * as refunds from '@mizan/contract/refunds.ts';
import { byId, inQuery, naming, nobodysId, type RouteFixture } from './fixture-kinds.ts';

const body = { refundId: randomUUID(), originalId: nobodysId, amountMinor: 500, reason: 'RETURNED' };
const filters = [
  inQuery('branches', 'branchId'),
  inQuery('terminals', 'terminalId'),
  inQuery('users', 'askedById'),
  inQuery('transactions', 'originalId'),
];

/** Money that goes back, and who approves it. */
export const refundFixtures: readonly RouteFixture[] = [
  naming(refunds.previewRefund, [
    inQuery('transactions', 'originalId'),
    { table: 'terminals', args: (id) => ({ query: { originalId: nobodysId, terminalId: id } }) },
  ]),
  naming(
    refunds.startRefund,
    [
      { table: 'transactions', args: (id) => ({ body: { ...body, originalId: id } }) },
      { table: 'terminals', args: (id) => ({ body: { ...body, terminalId: id } }) },
    ],
    {},
    { ...body, amountMinor: 0 },
    { ...body, reason: 'OTHER' },
    { ...body, reason: 'NONE' },
    { ...body, limitMinor: 1 },
  ),
  naming(
    refunds.approveRefund,
    [
      byId('refunds', { body: {} }),
      { table: 'terminals', args: (id) => ({ params: { id: nobodysId }, body: { terminalId: id } }) },
    ],
    { terminalId: 12 },
    { limitMinor: 1 },
  ),
  naming(refunds.refuseRefund, [byId('refunds', { body: { note: 'No goods came' } })], {}, { note: ' x ' }),
  naming(refunds.withdrawRefund, [byId('refunds')]),
  naming(refunds.listRefunds, filters),
  naming(refunds.refundTotals, filters),
  naming(refunds.getRefund, [byId('refunds'), byId('transactions')]),
];
