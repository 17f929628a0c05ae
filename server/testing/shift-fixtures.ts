import * as shifts from '@mizan/contract/shifts.ts';
import { byId, inQuery, naming, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

/** The cashier's day. */
export const shiftFixtures: readonly RouteFixture[] = [
  plain(shifts.openShift, { body: {} }, { takesOver: 'x' }, { terminalId: nobodysId }),
  naming(shifts.closeShift, [byId('shifts')]),
  naming(
    shifts.handOverShift,
    [
      byId('shifts', { body: { cashierId: nobodysId } }),
      { table: 'users', args: (id) => ({ params: { id: nobodysId }, body: { cashierId: id } }) },
    ],
    {},
    { cashierId: 'x' },
  ),
  naming(shifts.listShifts, [
    inQuery('terminals', 'terminalId'),
    inQuery('branches', 'branchId'),
    inQuery('users', 'cashierId'),
  ]),
  naming(shifts.getShift, [byId('shifts')]),
  naming(shifts.getShiftSlip, [byId('shifts')]),
  naming(shifts.downloadShiftSlip, [byId('shifts')]),
];
