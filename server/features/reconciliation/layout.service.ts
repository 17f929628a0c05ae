import {
  type BankFileDetail,
  bankFileCan,
  type confirmLayout as confirmRoute,
} from '@mizan/contract/reconciliation.ts';
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
import {
  areAsFound,
  chosenLayout,
  type KeptProposal,
  layoutToTry,
  openQuestions,
  readingsOf,
} from './layout-proposal.ts';
import { signatureOf } from './layout-signature.ts';
import { bankFileRunning, notReady, type ReconciliationDeps } from './reconciliation.service.ts';

type Confirmed = RouteInput<typeof confirmRoute>['body'];

/**
 * Takes how a file is read as a person confirmed it; the bank file goes on, and files of the same column names are read
 * so from now on where that was asked for. Columns that were changed by hand are tried against the payments first.
 * @throws Failure 'unreadableFile' (fileError columnsUnknown, field) where a needed column is missing; 'readingsOpen'.
 */
export async function confirmLayout(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  body: Confirmed,
): Promise<BankFileDetail> {
  const [missing] = missingFields(body.columns.map(({ field }) => field));
  if (missing) {
    throw new Failure('unreadableFile', 'A column without which the file cannot be read was not chosen.', {
      fileError: 'columnsUnknown',
      field: missing,
    });
  }
  const detail = await aloneOrRefused(
    inTenant(deps.db, member.merchantId, async (tx) => {
      const record = await selectBankFile(tx, id);
      if (!record) throw notFound();
      if (!bankFileCan.confirmLayout(record.state) || !record.proposal) throw notReady(record);
      const isJudged = record.state === 'DONE';
      const running = isJudged ? null : await selectRunningBankFile(tx);
      if (running) throw bankFileRunning(running.id);
      const layout = confirmedLayout(record.proposal, body);
      // What a judged file holds stays held until it is judged again: other columns need a file that waits.
      if (isJudged && layout.isTrial) throw notReady(record);
      const proposal = { ...record.proposal, chosen: readingsOf(layout) };
      if (!(await saveConfirmedLayout(tx, id, layout, body.bankName, proposal))) throw notReady(record);
      await announce(tx, member.merchantId, { type: 'FIL', bankFileId: id });
      const next = {
        ...record,
        ...(isJudged ? { rejudgeCause: { kind: 'reread' as const } } : { state: 'RECEIVED' as const }),
        layout,
        proposal,
        bankName: body.bankName,
      };
      if (layout.isTrial) return bankFileDetailOf(next, []);
      if (body.remember) {
        const signature = signatureOf(body.columns.map(({ key }) => key));
        await rememberLayout(tx, signature, layout, body.bankName, deps.clock.now());
      }
      await happened(tx, member, {
        fact: 'bankFiles.columnsConfirmed',
        at: deps.clock.now(),
        about: { type: 'bankFile', id },
        params: { bankName: body.bankName, remember: body.remember },
      });
      return bankFileDetailOf(next, await selectVerdicts(tx, id));
    }),
  );
  deps.wake();
  return detail;
}

/**
 * What was confirmed as a layout. Columns other than those that were tried are tried first, so that nobody judges by
 * evidence of other columns. @throws Failure 'readingsOpen' (question) where one that nothing decides was not answered.
 */
function confirmedLayout(proposal: KeptProposal, { columns, readings }: Confirmed): Layout {
  if (!areAsFound(proposal, columns)) return layoutToTry(proposal.found, columns);
  const [open] = openQuestions(proposal, readings);
  if (open) {
    const message = 'A question that neither the payments nor the file decide was not answered.';
    throw new Failure('readingsOpen', message, { question: open });
  }
  return chosenLayout(proposal, readings);
}

/** Two bank files of a merchant that are to go on at the same moment: the unique key lets one, the other waits. */
async function aloneOrRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw violates(error, 'bank_files_running') ? bankFileRunning(undefined) : error;
  }
}
