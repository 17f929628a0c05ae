import type { Slip } from '@mizan/contract/receipts.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import type { ExportFile } from '../../platform/exports/export-file.ts';
import type { Member } from '../../platform/http/call.ts';
import { wordsFor } from '../../platform/words.ts';
import { slipPaper } from '../receipts/slip-paper.ts';
import { shiftSlipOf } from './shift-slip.ts';
import { getShift, type ShiftDeps } from './shift-view.service.ts';

const merchantNames = async (tx: Tx): Promise<{ en: string; ar: string }> =>
  (await tx.row<{ en: string; ar: string }>(
    'SELECT name_en AS en, name_ar AS ar FROM merchants WHERE id = tenant_id()',
  )) ?? { en: '', ar: '' };

/** @throws Failure 'notFound', also of another cashier's */
export async function slipOfShift(deps: ShiftDeps, by: Member, id: string): Promise<{ slip: Slip }> {
  const shift = await getShift(deps, by, id);
  const names = await inTenant(deps.db, by.merchantId, merchantNames);
  return { slip: shiftSlipOf(shift, names, deps.clock.now()) };
}

/** One page of a roll of 80 mm. @throws Failure 'notFound', 'rateLimited' where too many papers wait */
export async function slipFile(deps: ShiftDeps, by: Member, id: string): Promise<ExportFile> {
  const { slip } = await slipOfShift(deps, by, id);
  return slipPaper({ slip, title: wordsFor('en').text('slip:shift.fileName', { id }), address: null });
}
