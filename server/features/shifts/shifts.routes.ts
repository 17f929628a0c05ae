import * as contract from '@mizan/contract/shifts.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { listShifts } from './shift-list.service.ts';
import { slipFile, slipOfShift } from './shift-slip.service.ts';
import { getShift, myShift, type ShiftDeps } from './shift-view.service.ts';
import { closeShift, handOverShift, openShift } from './shifts.service.ts';

/** The cashier's day: opened, handed over, closed, read, printed. */
export function registerShiftsRoutes(on: On, deps: ShiftDeps): void {
  on(contract.getMyShift, (call) => myShift(deps, memberOf(call)));
  on(contract.openShift, (call) => openShift(deps, memberOf(call), call.body.takesOver ?? null));
  on(contract.closeShift, (call) => closeShift(deps, memberOf(call), call.params.id));
  on(contract.handOverShift, (call) =>
    handOverShift(deps, memberOf(call), call.params.id, call.body.cashierId),
  );
  on(contract.listShifts, (call) => listShifts(deps, memberOf(call), call.query));
  on(contract.getShift, (call) => getShift(deps, memberOf(call), call.params.id));
  on(contract.getShiftSlip, (call) => slipOfShift(deps, memberOf(call), call.params.id));
  on(contract.downloadShiftSlip, async (call) => {
    const file = await slipFile(deps, memberOf(call), call.params.id);
    asDownload(call.reply, file);
    return file.content;
  });
}
