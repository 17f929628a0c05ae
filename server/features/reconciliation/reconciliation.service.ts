import type { Readable } from 'node:stream';
import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import { type LineNote, type LineNoteKind } from '@mizan/contract/bank-file-reading.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { ErrorDetails } from '@mizan/contract/errors.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import {
  type BankFileDetail,
  type BankFileRow,
  bankFileCan,
  type EntryFilter,
  type listBankFiles as listRoute,
  runningStates,
} from '@mizan/contract/reconciliation.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { hasBankFileEnding } from '@mizan/contract/upload-endings.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { announce } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { decidedAnewOf, saidAnew } from '../expectations/expectations.service.ts';
import { dropFile, type ReceivedFile, receiveFile } from './bank-file-on-disk.ts';
import { confirmedParts } from './bank-file-parts.ts';
import type { BankFileEngine } from './bank-file-runner.deps.ts';
import { bankFileDetailOf, bankFileRowOf, entryOf } from './bank-file-view.ts';
import {
  type BankFileRecord,
  bringBack,
  insertBankFile,
  markUndone,
  selectBankFile,
  selectBankFiles,
  selectRunningBankFile,
  selectSameBankFile,
} from './bank-files.queries.ts';
import { patiently } from './database-patience.ts';
import { nameEarlierFiles } from './earlier-files.ts';
import {
  countEntriesOfRows,
  countMended,
  type EntryRecord,
  selectEntries,
  selectEntriesOf,
  selectEntriesOfFigure,
  selectEntriesOfRows,
  selectLineNotes,
  selectMended,
  selectMissing,
} from './entries.queries.ts';
import { entrySpanOf } from './entry-span.ts';
import type { ExceptionBook } from './exceptions.deps.ts';
import { markLeaning, selectVerdicts, takeUndoTurn } from './judged-again.queries.ts';
import { forgetSettled } from './settled-files.queries.ts';

/** The portal's folder of uploaded files. */
export interface BankFileStore {
  folder: string;
  /** Tells the runner of this process that there is work. */
  wake: () => void;
  /** Reads kept files again for whoever looks at one. */
  engine: Pick<BankFileEngine, 'count'>;
  exceptions: ExceptionBook;
  /** Below it lie the watched folders of merchants; absent where the portal has none. */
  dropFolder?: string | null;
}

export interface ReconciliationDeps extends BankFileStore {
  db: Database;
  clock: Clock;
}

/** What an upload needs. */
export type UploadDeps = Pick<ReconciliationDeps, 'db' | 'clock' | 'folder' | 'wake'>;

/** Who uploads a file, or in whose name one is taken out of a watched folder. */
export type Sender = Actor & { readonly merchantId: string };

export interface Upload {
  fileName: string;
  declaredBytes: number | undefined;
  body: Readable;
}

/**
 * Receives a bank's file and leaves the rest to the runner. The same bytes again answer the first bank file.
 * The database may be away for some seconds while the file is written: the row waits for it, not the sender.
 * @throws Failure 'bankFileRunning' (details.bankFileId), 'unreadableFile', 'tooLarge' or 'storageFull' (details.fileError).
 */
export async function uploadBankFile(
  deps: UploadDeps,
  member: Sender,
  upload: Upload,
): Promise<{ bankFile: BankFileRow; same: boolean }> {
  if (!hasBankFileEnding(upload.fileName)) {
    // The sentence of rules S5, for those who do not see our screen.
    throw new Failure('unreadableFile', 'Upload accepts only CSV, XLSX and Excel formats.', {
      fileError: 'format',
    });
  }
  const file = await receiveFile(deps.folder, upload.body, upload.declaredBytes);
  try {
    const registered = await patiently(() => register(deps, member, upload.fileName, file));
    if (registered.same) await dropFile(deps.folder, file.uuid);
    else deps.wake();
    return { bankFile: bankFileRowOf(registered.record), same: registered.same };
  } catch (error) {
    await dropFile(deps.folder, file.uuid);
    throw error;
  }
}

const register = (
  { db, clock }: UploadDeps,
  member: Sender,
  fileName: string,
  { uuid, folderId, sizeBytes, sha256 }: ReceivedFile,
): Promise<{ record: BankFileRecord; same: boolean }> =>
  inTenant(db, member.merchantId, async (tx) => {
    const made = await insertBankFile(tx, {
      uuid,
      folderId,
      fileName,
      sizeBytes,
      sha256,
      uploadedBy: member.userId,
      uploadedByName: member.fullName,
      createdAt: clock.now(),
    });
    if (made) {
      await announce(tx, member.merchantId, { type: 'FIL', bankFileId: made.id });
      await happened(tx, member, {
        fact: 'bankFiles.uploaded',
        at: clock.now(),
        about: { type: 'bankFile', id: made.id },
        params: { fileName, sizeBytes },
      });
      return { record: made, same: false };
    }
    const same = await selectSameBankFile(tx, sha256);
    // A COMMIT whose answer was lost: the row of this very upload is there already.
    if (same) return { record: same, same: same.uuid !== uuid };
    throw bankFileRunning((await selectRunningBankFile(tx))?.id);
  });

export const bankFileRunning = (bankFileId: string | undefined): Failure =>
  new Failure('bankFileRunning', 'Another file of this merchant is being read; wait until it is done.', {
    bankFileId: bankFileId ?? null,
  });

export async function listBankFiles(
  { db }: ReconciliationDeps,
  member: Member,
  query: RouteInput<typeof listRoute>['query'],
): Promise<{ rows: BankFileRow[]; nextCursor: string | null }> {
  const before = query.cursor === undefined ? null : readCursor(query.cursor);
  const found = await inTenant(db, member.merchantId, (tx) =>
    selectBankFiles(tx, { only: query.only, search: query.search ?? '' }, before, query.limit + 1),
  );
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  const nextCursor = found.length > query.limit && last ? writeCursor(last.createdAt, last.id) : null;
  return { rows: rows.map(bankFileRowOf), nextCursor };
}

export async function findBankFile(tx: Tx, id: string): Promise<BankFileRecord> {
  const record = await selectBankFile(tx, id);
  if (!record) throw notFound();
  return record;
}

export const getBankFile = (
  { db }: ReconciliationDeps,
  member: Member,
  id: string,
): Promise<BankFileDetail> =>
  inTenant(db, member.merchantId, async (tx) => detailOf(tx, await findBankFile(tx, id)));

/** A bank file as its page shows it. */
export const detailOf = async (tx: Tx, record: BankFileRecord): Promise<BankFileDetail> =>
  bankFileDetailOf(record, await selectVerdicts(tx, record.id), await confirmedParts(tx, record.layoutId));

/** The bank file as it stands, where it has a result; for entries, notes and exports. */
export async function findOpened(tx: Tx, id: string): Promise<BankFileRecord> {
  const record = await findBankFile(tx, id);
  if (!bankFileCan.open(record.state)) throw notReady(record);
  return record;
}

export const notReady = ({ state }: BankFileRecord, more: ErrorDetails = {}): Failure =>
  new Failure('bankFileNotReady', 'This is not possible in the state of the bank file.', {
    state,
    running: runningStates.includes(state),
    ...more,
  });

interface SeqPage {
  after: number;
  limit: number;
}

/** One page of entries by outcome; empty until the bank file has a result. */
export const listEntries = (
  { db }: ReconciliationDeps,
  member: Member,
  id: string,
  query: SeqPage & EntryParts & { outcome: EntryFilter },
): Promise<{ rows: BankFileEntry[]; nextAfter: number | null }> =>
  inTenant(db, member.merchantId, async (tx) => {
    const record = await findBankFile(tx, id);
    const found = await pageOfEntries(tx, record, query, query.after, query.limit + 1);
    return seqPageOf((await nameEarlierFiles(tx, found)).map(entryOf), query.limit);
  });

/** Entries of a filter after one number, in their order; what lists and exports walk. */
export function pageOfEntries(
  tx: Tx,
  record: BankFileRecord,
  filter: EntryParts & { outcome: EntryFilter },
  after: number,
  limit: number,
): Promise<EntryRecord[]> {
  const span = entrySpanOf(record.summary, filter.outcome, filter);
  const from = { after: Math.max(after, span.after), upTo: span.upTo, limit };
  if (span.mended) return selectMended(tx, record.id, span.mended, from);
  if (span.rows) return selectEntriesOfRows(tx, record.id, span.rows, from);
  if (span.place) return selectMissing(tx, record.id, span.place, from);
  if (span.figure) return selectEntriesOfFigure(tx, record.id, span.figure, from);
  return span.outcome
    ? selectEntriesOf(tx, record.id, span.outcome, from)
    : selectEntries(tx, record.id, from);
}

/** How many entries a filter has in all: as the verdict counts them, and asked of the entries where it does not. */
export async function countEntries(
  tx: Tx,
  record: BankFileRecord,
  filter: EntryParts & { outcome: EntryFilter },
): Promise<number> {
  const span = entrySpanOf(record.summary, filter.outcome, filter);
  if (span.count !== null) return span.count;
  if (span.rows) return countEntriesOfRows(tx, record.id, span.rows, span);
  return span.mended ? countMended(tx, record.id, span.mended, span) : 0;
}

function seqPageOf<Row extends { seq: number }>(found: Row[], limit: number) {
  const rows = found.slice(0, limit);
  return { rows, nextAfter: found.length > limit ? (rows.at(-1)?.seq ?? null) : null };
}

export const listRejectedLines = (
  { db }: ReconciliationDeps,
  member: Member,
  id: string,
  query: SeqPage & { kind: LineNoteKind },
): Promise<{ rows: LineNote[]; nextAfter: number | null }> =>
  inTenant(db, member.merchantId, async (tx) => {
    await findBankFile(tx, id);
    const found = await selectLineNotes(tx, id, query.kind, { after: query.after, limit: query.limit + 1 });
    return seqPageOf(found as LineNote[], query.limit);
  });

/**
 * Takes a bank file back: its claims are released and its payments are unconfirmed again, in short transactions
 * by the runner. The entries stay as they were judged.
 */
export async function undoBankFile(
  deps: ReconciliationDeps,
  member: Member,
  id: string,
): Promise<BankFileRow> {
  const undone = await inTenant(deps.db, member.merchantId, async (tx) => {
    await takeUndoTurn(tx);
    const record = await findBankFile(tx, id);
    const at = deps.clock.now();
    const changed = await markUndone(tx, id, at);
    if (!changed) throw notReady(record);
    const { fileName, state } = record;
    const cause = { kind: 'fileUndone', bankFileId: id, fileName } as const;
    await markLeaning(tx, id, cause, true);
    await forgetSettled(tx, id, cause);
    const saidOtherwise = await deps.exceptions.withdrawn(tx, id, at);
    await bringBack(tx, id, { kind: 'broughtBack', bankFileId: id, fileName });
    await announce(tx, member.merchantId, { type: 'FIL', bankFileId: id });
    const was = { fileName, state };
    await happened(tx, member, { fact: 'bankFiles.undone', at, about: { type: 'bankFile', id }, was });
    await decidedAnewOf(tx, id);
    await saidAnew(tx, saidOtherwise);
    return changed;
  });
  // The runner drops the file with the last claim; where there are none to release, nobody else would.
  if (!undone.confirming) await dropFile(deps.folder, undone.uuid);
  deps.wake();
  return bankFileRowOf(undone);
}
