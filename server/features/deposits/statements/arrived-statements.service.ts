import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ArrivalReason, type ArrivedStatement, arrivedMax } from '@mizan/contract/arrived-statements.ts';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { StatementRead } from '@mizan/contract/statements.ts';
import { announce } from '../../../platform/bus/bus.ts';
import { inTenant, type Tx } from '../../../platform/database/database.ts';
import { happened } from '../../../platform/facts/facts.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import { speaksOfCards } from '../../../reconciliation/normalise/payout-words.ts';
import {
  type ReconciliationDeps,
  type Sender,
  uploadBankFile,
} from '../../reconciliation/reconciliation.service.ts';
import type { StatementTaker } from '../../watched-folder/folder-watch.ts';
import type { DepositsDeps } from '../deposits.service.ts';
import {
  countWaiting,
  endArrived,
  insertArrival,
  selectArrivalOf,
  selectArrivedBytes,
  selectIsConfirmed,
  selectWaiting,
  selectWaitingSum,
} from './arrived-statements.queries.ts';
import { statementLimits, unreadable } from './statement.ts';
import { bytesOf, isStandardForm, readTableBytes } from './statement-file.ts';
import { kindOfTable } from './statement-kind.ts';
import { selectToldTables } from './statement-layouts.queries.ts';
import { readStatement, signatureHash, takeStatement } from './statements.service.ts';
import { tellWaiting } from './waiting-statements.ts';

/**
 * Statements that nobody reads on the screen (docs/decisions/0092-statements-that-come-by-themselves.md). What two kinds of
 * evidence decide is entered, and whatever is left waits for a person with its reason.
 */
interface ArrivingFile {
  fileName: string;
  bytes: Buffer;
  /** Whoever sent it said that it is a statement. */
  isSaid?: boolean;
}

/** What came of a file: null where nothing is left to say. 'NOT_STATEMENT': it is read as a bank file; 'FULL': too many wait. */
type Arrived = { waits: ArrivalReason | null } | 'NOT_STATEMENT' | 'FULL';

/**
 * Takes a statement that came. The same bytes again change nothing, so a portal that ended between entering and writing it down
 * takes it again: an entry becomes a deposit once.
 */
async function takeArriving(deps: DepositsDeps, by: Sender, file: ArrivingFile): Promise<Arrived> {
  const sha256 = createHash('sha256').update(file.bytes).digest();
  const before = await inTenant(deps.db, by.merchantId, async (tx) => ({
    same: await selectArrivalOf(tx, sha256),
    waiting: await countWaiting(tx),
  }));
  if (before.same) return before.same;
  const seen = await lookAt(deps, by, file);
  if (seen === 'NOT_STATEMENT') return seen;
  if (before.waiting >= arrivedMax) return 'FULL';
  const reason = seen.reason ?? (await takeWhatIsSure(deps, by, file.bytes));
  await inTenant(deps.db, by.merchantId, async (tx) => {
    const at = deps.clock.now();
    const { fileName, bytes } = file;
    const made = await insertArrival(tx, { sha256, fileName, content: bytes, at, by, reason });
    if (!made) return;
    await tell(tx, by, at, { fileName, reason });
    await announce(tx, by.merchantId, { type: 'FIL', bankFileId: made.id });
    if (reason !== null) await tellWaiting(tx, by.merchantId);
  });
  return { waits: reason };
}

/** So much of a larger file says what it is. */
const headBytes = 256 * 1024;

/**
 * Whether a file that is larger than statements may be is one, by its beginning: a form of a standard by its first signs, a text
 * table by its first rows. Of a workbook nothing can be said without all of it: the reader of bank files has its limits.
 */
async function isLargeStatement(deps: DepositsDeps, by: Sender, head: Buffer): Promise<boolean> {
  const text = head.toString('utf8').replace(/^\uFEFF/, '');
  if (/^\s*</.test(text)) return text.includes('camt.053');
  if (/^:20:/m.test(text) && /^:60[FM]:/m.test(text)) return true;
  const end = head.lastIndexOf(10);
  if (end <= 0 || head.includes(0)) return false;
  const seen = await lookAt(deps, by, { fileName: '', bytes: head.subarray(0, end + 1) });
  return seen !== 'NOT_STATEMENT' && seen.reason !== 'kind';
}

/** For the watched folder, which knows bank files alone. */
export const statementTaker = (deps: DepositsDeps): StatementTaker => ({
  bytesMax: statementLimits.bytesMax,
  headBytes,
  isLarge: (by, head) => isLargeStatement(deps, by, head),
  take: async (by, file) => {
    const arrived = await takeArriving(deps, by, file);
    return typeof arrived === 'string' ? arrived : 'TAKEN';
  },
});

const tell = (
  tx: Tx,
  by: Sender,
  at: Date,
  { fileName, reason }: { fileName: string; reason: ArrivalReason | null },
): Promise<unknown> =>
  happened(tx, by, {
    fact: 'deposits.statementArrived',
    at,
    about: { type: 'merchant', id: by.merchantId },
    params: { fileName, arrivalReason: reason },
  });

const nobodyLeaves = (): AbortSignal => new AbortController().signal;

/** A reason of the reader, or null where it is no such refusal. */
const reasonOf = (error: unknown): string | null => {
  if (!(error instanceof Failure) || error.code !== 'unreadableFile') return null;
  const reason = error.details?.['reason'];
  return typeof reason === 'string' ? reason : '';
};
/** Of XML that is no statement at all: the reader of bank files says what it thinks of it. */
const noStatements: ReadonlySet<string> = new Set(['empty', 'notStatement', 'noStatement']);

/** What a file is, by its content alone. */
async function lookAt(
  deps: DepositsDeps,
  by: Sender,
  { bytes, isSaid = false }: ArrivingFile,
): Promise<{ reason: ArrivalReason | null } | 'NOT_STATEMENT'> {
  try {
    if (isStandardForm(bytes)) return { reason: null };
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === null) throw error;
    return noStatements.has(reason) ? 'NOT_STATEMENT' : { reason: 'unreadable' };
  }
  try {
    const today = riyadhDay(deps.clock.now());
    const forms = await inTenant(deps.db, by.merchantId, selectToldTables);
    const how = { today, forms, gone: nobodyLeaves() };
    const file = await readTableBytes(bytes, { ways: {}, isRemembered: false }, how);
    const signature = signatureHash(file.table?.signature ?? '');
    const isConfirmed = await inTenant(deps.db, by.merchantId, (tx) => selectIsConfirmed(tx, signature));
    const kind = isSaid ? 'STATEMENT' : kindOfTable(file, isConfirmed);
    if (kind === 'PAYMENTS') return 'NOT_STATEMENT';
    if (kind === 'UNCLEAR') return { reason: 'kind' };
    return { reason: file.isOfSeveral ? 'severalAccounts' : null };
  } catch (error) {
    // Whatever is wrong with a table that may be anything, the reader of bank files says it.
    if (error instanceof Failure && ['unreadableFile', 'tooLarge'].includes(error.code))
      return 'NOT_STATEMENT';
    throw error;
  }
}

/** Enters and matches what is sure of a statement; what then keeps it waiting, or null. */
async function takeWhatIsSure(deps: DepositsDeps, by: Sender, bytes: Buffer): Promise<ArrivalReason | null> {
  const callOf = <Q>(query: Q) => ({ query, body: Readable.from([bytes]), gone: nobodyLeaves() });
  const shown = await readStatement(deps, by, callOf({})).catch((error: unknown) => heldBy(error));
  if (typeof shown === 'string') return shown;
  const doubt = doubtOf(shown);
  if (doubt) return doubt;
  const sure = shown.credits.filter(isSure);
  if (sure.length > 0) {
    const entries = sure.map(({ entry }) => entry);
    const matched = new Map(sure.flatMap(({ entry, match }) => (match ? [[entry, match]] : [])));
    const taken = await takeStatement(deps, by, callOf({ entries, matched })).catch(heldBy);
    if (typeof taken === 'string') return taken;
    // Somebody was quicker with what it would have paid: the credit is on record, and what it pays is a question.
    if (taken.matchedCount + taken.knownCount < sure.length) return 'changed';
  }
  const isDecided = (credit: StatementRead['credits'][number]): boolean =>
    credit.evidence === 'KNOWN' || sure.includes(credit);
  const isOver =
    shown.credits.every(isDecided) &&
    shown.debits.every(({ mayTakeBack, isReversal, tookBackId }) =>
      tookBackId === null ? mayTakeBack.length === 0 && !isReversal : true,
    );
  return isOver ? null : 'credits';
}

/** What keeps a statement waiting that could not be read or taken. @throws what is no refusal */
function heldBy(error: unknown): ArrivalReason {
  if (!(error instanceof Failure)) throw error;
  if (reasonOf(error) === 'severalAccounts') return 'severalAccounts';
  if (error.code === 'unreadableFile' || error.code === 'tooLarge') return 'unreadable';
  if (error.code !== 'conflict') throw error;
  return error.details?.['reason'] === 'anothers' ? 'anothers' : 'changed';
}

/** What speaks against taking anything of a statement by itself. */
function doubtOf({ bankId, table, balance, refused }: StatementRead): ArrivalReason | null {
  if (bankId === null) return 'noBank';
  const isAsked =
    table !== null &&
    (!table.isRemembered ||
      table.told.namesLine === 0 ||
      table.told.isEncodingGuessed ||
      table.missing.length > 0 ||
      table.asked.some(({ way }) => way === null));
  if (isAsked) return 'columns';
  if (refused.length > 0 || (table?.told.unreadSheets ?? []).length > 0) return 'lines';
  const chain = table?.chain ?? null;
  const isOff = balance !== null && balance.statedMinor !== balance.reckonedMinor;
  return isOff || (chain && chain.heldCount < chain.triedCount) ? 'balance' : null;
}

/** One reading comes to its amount to the halala, and the bank's own words speak of card settlements: either may be chance, both are not. */
const isSure = ({ evidence, text, reference }: StatementRead['credits'][number]): boolean =>
  evidence === 'EXACT' && speaksOfCards(`${text} ${reference}`);

/** What waits, for the day's letter. */
export const waitingStatements = selectWaitingSum;

export const listArrived = (
  { db }: DepositsDeps,
  { merchantId }: Member,
): Promise<{ rows: ArrivedStatement[] }> =>
  inTenant(db, merchantId, async (tx) => ({
    rows: (await selectWaiting(tx, arrivedMax)).map((row) => ({
      ...row,
      arrivedAt: row.arrivedAt.toISOString(),
    })),
  }));

/** A statement that a program sends. @throws Failure 'tooLarge', 'unreadableFile', 'conflict' ('full') */
export async function sendStatement(
  deps: DepositsDeps,
  by: Member,
  { fileName, body }: { fileName: string; body: Readable },
): Promise<{ waits: ArrivalReason | null }> {
  const bytes = await bytesOf(body);
  if (bytes.length === 0) throw unreadable('empty');
  const arrived = await takeArriving(deps, by, { fileName, bytes, isSaid: true });
  if (arrived === 'NOT_STATEMENT') throw unreadable('notStatement');
  if (arrived === 'FULL')
    throw new Failure('conflict', 'Too many statements wait for a person.', { reason: 'full' });
  return arrived;
}

/** Somebody says that it is a bank file of payments. @throws Failure 'notFound', 'conflict' ('notKind'), and those of an upload */
export async function readAsPayments(
  deps: ReconciliationDeps,
  by: Member,
  id: string,
): Promise<{ bankFileId: string }> {
  const kept = await inTenant(deps.db, by.merchantId, (tx) => selectArrivedBytes(tx, id));
  if (!kept) throw notFound();
  const { fileName, content, reason } = kept;
  if (reason !== 'kind') throw new Failure('conflict', 'It is a statement.', { reason: 'notKind' });
  const upload = { fileName, declaredBytes: content.length, body: Readable.from([content]) };
  const { bankFile } = await uploadBankFile(deps, by, upload);
  await end(deps, by, id);
  return { bankFileId: bankFile.id };
}

/** @throws Failure 'notFound' where it does not wait */
export async function putAway(deps: DepositsDeps, by: Member, id: string): Promise<Record<string, never>> {
  if (!(await end(deps, by, id))) throw notFound();
  return {};
}

const end = ({ db, clock }: DepositsDeps, by: Member, id: string): Promise<boolean> =>
  inTenant(db, by.merchantId, async (tx) => {
    const at = clock.now();
    const ended = await endArrived(tx, { id, at, byName: by.fullName });
    if (!ended) return false;
    await happened(tx, by, {
      fact: 'deposits.statementPutAway',
      at,
      about: { type: 'merchant', id: by.merchantId },
      params: { fileName: ended.fileName },
    });
    return true;
  });
