import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import { answerOf, openWords } from '@mizan/contract/bank-file-words.ts';
import {
  type BankFileDetail,
  bankFileCan,
  type confirmLayout as confirmRoute,
} from '@mizan/contract/reconciliation.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { announce } from '../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { type Layout, missingFields } from '../../reconciliation/read/columns.ts';
import { selectBankCalled } from '../banks/bank-called.ts';
import type { ReadingTrial } from './bank-file-work.queries.ts';
import {
  askTrial,
  type BankFileRecord,
  hasNamesakes,
  rememberLayout,
  saveConfirmedLayout,
  selectBankFile,
  selectNameInUse,
  selectRunningBankFile,
} from './bank-files.queries.ts';
import { keepPart } from './confirmed-parts.ts';
import { markLeaning, takeUndoTurn } from './judged-again.queries.ts';
import {
  answeredWords,
  areAsFound,
  chosenLayout,
  isToldAs,
  type KeptProposal,
  layoutToTry,
  openQuestions,
  readingsOf,
  wordsWith,
} from './layout-proposal.ts';
import { signatureOf } from './layout-signature.ts';
import { bankFileRunning, detailOf, notReady, type ReconciliationDeps } from './reconciliation.service.ts';
import { forgetSettled } from './settled-files.queries.ts';

type Confirmed = RouteInput<typeof confirmRoute>['body'];

/**
 * Takes how a file is read and what it holds as a person confirmed it; the bank file goes on, or is judged again, and files
 * of the same column names are read so from now on where that was asked for. Columns that were changed by hand are tried
 * first, and so is what is only to be tried: the verdict that stands stays until then.
 * @throws Failure 'unreadableFile' (fileError columnsUnknown, field) where a needed column is missing; 'readingsOpen'.
 */
export async function confirmLayout(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
  said: Confirmed,
): Promise<BankFileDetail> {
  const isNewTable = said.table !== undefined && said.columns.length === 0;
  const [missing] = missingFields(said.columns.map(({ field }) => field));
  if (missing && !isNewTable) {
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
      const body = { ...said, bankName: await keptName(tx, said.bankName) };
      const tried = triedWith(record, record.proposal, body);
      if (!tried || isUntried(tried, body) || (await isOtherwiseNamed(tx, tried, id, body)))
        return askForTrial(tx, member, record, record.proposal, body);
      const running = record.state === 'DONE' ? null : await selectRunningBankFile(tx);
      if (running) throw bankFileRunning(running.id);
      return confirmed(deps, tx, member, record, { ...tried, part: partOf(tried, body) }, body);
    }),
  );
  deps.wake();
  return detail;
}

/** Files of no part are told apart by their bank's name: whoever writes it in the other language means the same bank. */
async function keptName(tx: Tx, said: string): Promise<string> {
  const bank = await selectBankCalled(tx, said);
  return (bank && (await selectNameInUse(tx, said, bank))) ?? said;
}

/** What was tried of these columns: the proposal that stands, or the one beside it; null where they were never tried. */
const triedWith = (
  { trial }: BankFileRecord,
  proposal: KeptProposal,
  { columns, table, judge }: Confirmed,
): KeptProposal | null => {
  const all = judge ? [trial?.proposal, proposal] : [];
  return all.find((each) => each && isToldAs(each, table) && areAsFound(each, columns)) ?? null;
};

/**
 * Whether it is only to be tried, or a part was said of which nobody knows yet where it would open, or the kind of a line with which
 * nobody tried it: whether an amount follows its sign or its word is a question that lines of known kinds alone raise.
 */
const isUntried = (
  { partAsked, words: tried = [] }: KeptProposal,
  { judge, part, words }: Confirmed,
): boolean =>
  !judge ||
  (Boolean(partAsked) && part !== undefined && part.opensAt === null) ||
  tried.some((word) => {
    const said = word.field === 'type' ? answerOf(words ?? {}, word) : null;
    return said !== null && said !== 'OPEN' && said !== word.answer;
  });

/** Files of no part are told apart by their bank's name: under another one, other files may lie before this one. */
const isOtherwiseNamed = async (
  tx: Tx,
  { triedName, part }: KeptProposal,
  id: string,
  { bankName }: Confirmed,
): Promise<boolean> =>
  triedName !== undefined &&
  triedName !== bankName &&
  (part?.id ?? null) === null &&
  (await hasNamesakes(tx, id, [triedName, bankName]));

/** @throws Failure 'readingsOpen' (question part) where none or several of the confirmed parts hold it, and none was said. */
function partOf({ part, partAsked }: KeptProposal, body: Confirmed): FilePart | null {
  if (partAsked && !body.part) {
    throw new Failure('readingsOpen', 'Which part of its layout the file is was not answered.', {
      question: 'part',
    });
  }
  if (!body.part) return part ?? null;
  return { ...body.part, opensAt: body.part.opensAt ?? part?.opensAt ?? null };
}

async function askForTrial(
  tx: Tx,
  member: Member,
  record: BankFileRecord,
  proposal: KeptProposal,
  { columns, table, readings, words, part, bankName }: Confirmed,
): Promise<BankFileDetail> {
  const told = [record.trial?.proposal, proposal].find((each) => each && isToldAs(each, table));
  const isSame = isToldAs(proposal, table) && areAsFound(proposal, columns);
  // How values are written was found in the table as it was told: in another one it is found anew.
  const layout = isSame
    ? proposal.found
    : layoutToTry(told?.found ?? { fields: {}, sheet: proposal.found?.sheet, table }, columns);
  const trial: ReadingTrial = {
    layout: { ...layout, words: wordsWith(layout.words, words) },
    readings: isSame ? readings : {},
    part: part ?? null,
    bankName,
  };
  if (!(await askTrial(tx, record.id, trial))) throw notReady(record);
  await announce(tx, member.merchantId, { type: 'FIL', bankFileId: record.id });
  return detailOf(tx, { ...record, trial });
}

/** What was confirmed: kept with the file, remembered where that was asked for, and the file goes on. */
async function confirmed(
  { clock }: ReconciliationDeps,
  tx: Tx,
  member: Member,
  record: BankFileRecord,
  proposal: KeptProposal,
  { columns, readings, words, bankName, remember }: Confirmed,
): Promise<BankFileDetail> {
  const at = clock.now();
  const layout = confirmedLayout(proposal, readings, words);
  if (record.state === 'DONE' && record.bankName !== bankName) await leaveBank(tx, record);
  const kept = { ...proposal, words: answeredWords(proposal, words), chosen: readingsOf(layout), bankName };
  const layoutId = remember
    ? await rememberLayout(tx, signatureOf(columns.map(({ key }) => key)), layout, bankName, at)
    : null;
  const by = { byName: member.fullName, at, formerPartId: record.partId };
  const partId = layoutId && (await keepPart(tx, record.id, layoutId, kept, by));
  const reading = { layout, bankName, proposal: kept, layoutId, partId };
  if (!(await saveConfirmedLayout(tx, record.id, reading))) throw notReady(record);
  await announce(tx, member.merchantId, { type: 'FIL', bankFileId: record.id });
  await happened(tx, member, {
    fact: 'bankFiles.columnsConfirmed',
    at,
    about: { type: 'bankFile', id: record.id },
    params: { bankName, remember },
  });
  const goesOn =
    record.state === 'DONE' ? { rejudgeCause: { kind: 'reread' as const } } : { state: 'RECEIVED' as const };
  const bank = await selectBankCalled(tx, bankName);
  return detailOf(tx, { ...record, ...goesOn, ...reading, bank, trial: null });
}

/** What leans on a judged file or on its deposits is found by the name of its bank, and so before it has another one. */
async function leaveBank(tx: Tx, { id, fileName }: BankFileRecord): Promise<void> {
  const cause = { kind: 'fileCame', bankFileId: id, fileName } as const;
  await takeUndoTurn(tx);
  await markLeaning(tx, id, cause, true);
  await forgetSettled(tx, id, cause);
}

/** @throws Failure 'readingsOpen' (question) where one that nothing decides was not answered. */
function confirmedLayout(
  proposal: KeptProposal,
  readings: Confirmed['readings'],
  words: Confirmed['words'],
): Layout {
  const [open] = openQuestions(proposal, readings);
  if (open) {
    const message = 'A question that neither the payments nor the file decide was not answered.';
    throw new Failure('readingsOpen', message, { question: open });
  }
  if (openWords(proposal.words ?? [], words ?? {}).length > 0)
    throw new Failure('readingsOpen', 'What a word of the file means was not answered.', {
      question: 'words',
    });
  return chosenLayout(proposal, readings, words);
}

/** Two bank files of a merchant that are to go on at the same moment: the unique key lets one, the other waits. */
async function aloneOrRefused<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw violates(error, 'bank_files_running') ? bankFileRunning(undefined) : error;
  }
}
