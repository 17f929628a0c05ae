import type { BankFileDetail, confirmLayout as confirmRoute } from '@mizan/contract/reconciliation.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Layout, missingFields } from '../../reconciliation/read/columns.ts';
import { bankFileDetailOf } from './bank-file-view.ts';
import {
  rememberLayout,
  saveConfirmedLayout,
  selectBankFile,
  selectRunningBankFile,
} from './bank-files.queries.ts';
import { selectVerdicts } from './judged-again.queries.ts';
import { signatureOf } from './layout-signature.ts';
import { bankFileRunning, notReady, type ReconciliationDeps } from './reconciliation.service.ts';

type Confirmed = RouteInput<typeof confirmRoute>['body'];

/**
 * Takes the columns as a person confirmed them; the bank file goes on, and files of the same column names are read
 * so from now on where that was asked for.
 * @throws Failure 'unreadableFile' (fileError columnsUnknown, field) where a needed column is missing.
 */
export async function confirmLayout(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  body: Confirmed,
): Promise<BankFileDetail> {
  const fields = body.columns.map(({ field }) => field);
  const [missing] = missingFields(fields);
  if (missing) {
    throw new Failure('unreadableFile', 'A column without which the file cannot be read was not chosen.', {
      fileError: 'columnsUnknown',
      field: missing,
    });
  }
  const layout: Layout = {
    fields: Object.fromEntries(body.columns.map(({ key, field }) => [key, field])),
    dateOrder: body.dateOrder,
    decimalComma: body.decimalComma,
    utc: body.utc,
  };
  const detail = await aloneOrRefused(
    inTenant(deps.db, member.merchantId, async (tx) => {
      const record = await selectBankFile(tx, id);
      if (!record) throw notFound();
      const running = await selectRunningBankFile(tx);
      if (running && record.state === 'WAITING_LAYOUT') throw bankFileRunning(running.id);
      if (!(await saveConfirmedLayout(tx, id, layout, body.bankName))) throw notReady(record);
      if (body.remember) {
        const signature = signatureOf(body.columns.map(({ key }) => key));
        await rememberLayout(tx, signature, layout, body.bankName, deps.clock.now());
      }
      await announce(tx, member.merchantId, { type: 'FIL', bankFileId: id });
      await happened(tx, member, {
        fact: 'bankFiles.columnsConfirmed',
        at: deps.clock.now(),
        about: { type: 'bankFile', id },
        params: { bankName: body.bankName, remember: body.remember },
      });
      const going = { ...record, state: 'RECEIVED', layout, bankName: body.bankName } as const;
      return bankFileDetailOf(going, await selectVerdicts(tx, id));
    }),
  );
  deps.wake();
  return detail;
}

/** Two bank files of a merchant that are to go on at the same moment: the unique key lets one, the other waits. */
async function aloneOrRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw violates(error, 'bank_files_running') ? bankFileRunning(undefined) : error;
  }
}
