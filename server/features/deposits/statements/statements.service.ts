import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { depositNoteMax, referenceMax } from '@mizan/contract/deposits.ts';
import { isSaudiIban } from '@mizan/contract/iban.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type {
  readStatement as readRoute,
  StatementRead,
  takeStatement as takeRoute,
} from '@mizan/contract/statements.ts';
import { inPlatform, inTenant, type Tx } from '../../../platform/database/database.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { SaidOfTable } from '../../../reconciliation/statement/statement-table.ts';
import { banksOf, type NamedBank } from '../../banks/banks.service.ts';
import { lockForDeposits } from '../../expectations/paid.service.ts';
import type { Sender } from '../../reconciliation/reconciliation.service.ts';
import { selectShares } from '../deposits.queries.ts';
import { type DepositsDeps, enterDeposit, lockBank, takeBack } from '../deposits.service.ts';
import { endArrived, selectArrivedBytes } from './arrived-statements.queries.ts';
import {
  creditOnWire,
  type JudgedCredit,
  type JudgedDebit,
  judgeCredits,
  judgeDebits,
  matchOf,
} from './statement-credits.ts';
import { balanceAmong, bytesOf, readStatementBytes, type StatementFile } from './statement-file.ts';
import {
  insertTakenBack,
  selectAccountBank,
  selectLayout,
  selectToldTables,
  upsertAccount,
  upsertLayout,
} from './statement-layouts.queries.ts';
import { selectIsAnothers } from './statements.queries.ts';

type Query = RouteInput<typeof readRoute>['query'];
type TakeQuery = RouteInput<typeof takeRoute>['query'];

const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

interface Whose {
  bank: NamedBank | null;
  /** Those to choose from, where no IBAN says it. */
  banks: NamedBank[];
  isRemembered: boolean;
}

/**
 * Whose the account is: the bank with this IBAN, or the one that somebody named, now or with an earlier statement.
 * @throws Failure 'conflict': 'anothers' where it is another merchant's, 'otherBank' where the bank that was named has another IBAN
 */
async function bankOf(
  { db }: DepositsDeps,
  by: Sender,
  file: StatementFile,
  named: string | undefined,
): Promise<Whose> {
  const { account } = file;
  const { banks, remembered } = await inTenant(db, by.merchantId, async (tx) => ({
    banks: await banksOf(tx),
    remembered: await selectAccountBank(tx, accountKey(file)),
  }));
  const own = account === null ? undefined : banks.find(({ iban }) => iban === account);
  const isIban = account !== null && isSaudiIban(account);
  if (!own && isIban && (await inPlatform(db, (tx) => selectIsAnothers(tx, by.merchantId, account))))
    throw refused('anothers');
  const isOther = (bank: NamedBank): boolean => isIban && bank.iban !== null;
  if (named === undefined) {
    const before = own ? undefined : banks.find((bank) => bank.id === remembered && !isOther(bank));
    return { bank: own ?? before ?? null, banks: own ? [] : banks, isRemembered: before !== undefined };
  }
  const chosen = banks.find(({ id }) => id === named);
  if (!chosen) throw notFound();
  if (own ? own.id !== chosen.id : isOther(chosen)) throw refused('otherBank');
  return { bank: chosen, banks: own ? [] : banks, isRemembered: chosen.id === remembered };
}

export const signatureHash = (signature: string): Buffer => createHash('sha256').update(signature).digest();

/** By which an account is known again: its number, or what its statements look like where they name none. */
const accountKey = ({ account, table }: StatementFile): string =>
  account ?? (table ? `columns ${signatureHash(table.signature).toString('hex')}` : '');

/** What a person says of a table's columns and values in this request; null where nothing is said. */
function saidBy(query: Query): SaidOfTable | null {
  const { columns, dateOrder, decimals, currency, signs, encoding, delimiter, sheet, namesLine } = query;
  const table = { encoding, delimiter, sheet, namesLine };
  const isTold = Object.values(table).some((each) => each !== undefined);
  if (columns === undefined && !isTold) return null;
  return {
    fields: columns,
    ways: { dateOrder, decimals, currency, signs },
    told: isTold ? { table, keys: [] } : null,
    isRemembered: false,
  };
}

const nothingSaid: SaidOfTable = { ways: {}, isRemembered: false };

interface Opened extends Whose {
  file: StatementFile;
  /** Columns and ways are those that a person confirmed for the bank. */
  isLayoutRemembered: boolean;
}

/** @throws Failure 'notFound', also where somebody ended it meanwhile */
const arrivedBytes = ({ db }: DepositsDeps, by: Sender, id: string): Promise<Buffer> =>
  inTenant(db, by.merchantId, async (tx) => {
    const kept = await selectArrivedBytes(tx, id);
    if (!kept) throw notFound();
    return kept.content;
  });

/** A statement's file read as was said, else as was confirmed for its bank, else as it decides itself. */
async function open(
  deps: DepositsDeps,
  by: Sender,
  { query, body, gone }: { query: Query; body: Readable; gone: AbortSignal },
): Promise<Opened> {
  const bytes =
    query.arrivedId === undefined ? await bytesOf(body) : await arrivedBytes(deps, by, query.arrivedId);
  const said = saidBy(query);
  const forms = await inTenant(deps.db, by.merchantId, selectToldTables);
  const read = (as: SaidOfTable) =>
    readStatementBytes(bytes, as, { today: riyadhDay(deps.clock.now()), forms, gone });
  const file = await read(said ?? nothingSaid);
  const whose = await bankOf(deps, by, file, query.bankId);
  const { bank } = whose;
  const { table } = file;
  if (said || !table) return { file, ...whose, isLayoutRemembered: false };
  const layout = await inTenant(deps.db, by.merchantId, (tx) =>
    selectLayout(tx, bank?.id ?? null, signatureHash(table.signature)),
  );
  if (!layout) return { file, ...whose, isLayoutRemembered: false };
  // Only its columns may name the account, and so the bank.
  const known = await read({ ...layout, isRemembered: true });
  const now = await bankOf(deps, by, known, query.bankId);
  const isLayoutRemembered = now.bank?.id === layout.bankId;
  return bank || isLayoutRemembered
    ? { file: known, ...now, isLayoutRemembered }
    : { file, ...whose, isLayoutRemembered: false };
}

type ReadTable = NonNullable<StatementFile['table']>;

/** Whether something has to be said of a table before anything of it is kept. */
const isOpen = ({ missing, asked, told }: ReadTable): boolean =>
  missing.length > 0 || asked.some(({ way }) => way === null) || told.isEncodingGuessed;

/** Of a file without names another bank's may look alike: its columns are said anew each time. */
const isNamed = ({ told }: ReadTable): boolean => told.namesLine !== 0;

interface Call<Q> {
  query: Q;
  body: Readable;
  /** Ends when nobody waits for the answer any more. */
  gone: AbortSignal;
}

/** What a statement holds and what its credits may pay. @throws Failure 'unreadableFile', 'tooLarge', and those of `bankOf` */
export async function readStatement(
  deps: DepositsDeps,
  by: Sender,
  call: Call<Query>,
): Promise<StatementRead> {
  const { file, bank, banks, isRemembered, isLayoutRemembered } = await open(deps, by, call);
  const { account, lines, parts, table } = file;
  const { credits, debits } = bank
    ? await inTenant(deps.db, by.merchantId, (tx) => judge(tx, bank.id, file))
    : { credits: [], debits: [] };
  return {
    account,
    bankId: bank?.id ?? null,
    isBankRemembered: isRemembered,
    banks: banks.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    credits: credits.map(creditOnWire),
    debits,
    refused: parts.flatMap((part) => part.refused),
    beside: parts.flatMap((part) => part.beside ?? []),
    balance: lines.length > 0 ? balanceAmong(parts) : null,
    table: table && { ...table, isRemembered: isLayoutRemembered },
  };
}

async function judge(tx: Tx, bankId: string, { lines }: StatementFile) {
  const credits = await judgeCredits(tx, bankId, lines);
  return { credits, debits: await judgeDebits(tx, bankId, lines, credits) };
}

/**
 * Enters the named credits, each once: what was shown as EXACT is matched as long as it is still so, everything else waits for a
 * person. Judged again under the bank's lock, because somebody may have entered one meanwhile. What was said of account and
 * columns is kept for the next statement.
 * @throws as `readStatement`; 'conflict' 'noBank', 'noSuchLine', 'notSaid' (columns nobody confirmed), 'takenBack'
 */
export async function takeStatement(
  deps: DepositsDeps,
  by: Sender,
  call: Call<TakeQuery>,
): Promise<RouteOutput<typeof takeRoute>> {
  const { query } = call;
  const { file, bank, banks, isLayoutRemembered } = await open(deps, by, call);
  if (!bank) throw refused('noBank');
  const { table } = file;
  if (table && (isOpen(table) || (query.columns === undefined && !(isLayoutRemembered && isNamed(table)))))
    throw refused('notSaid');
  return inTenant(deps.db, by.merchantId, async (tx) => {
    const at = deps.clock.now();
    await lockBank(tx, bank.id);
    const judged = await judge(tx, bank.id, file);
    const chosen = chosenOf(judged, query);
    await lockDays(tx, bank.id, chosen);
    for (const { requestId, depositId } of chosen.takenBack) {
      await takeBack(tx, by, at, { id: depositId, whole: true });
      await insertTakenBack(tx, { requestId, depositId }, at);
    }
    await enterAll(tx, { by, at, bankId: bank.id }, chosen.fresh);
    // What was remembered is nobody's word anew.
    if (table && query.columns !== undefined) {
      const ways = Object.fromEntries(table.asked.map(({ question, way }) => [question, way]));
      const { said } = table.told;
      const layout = {
        fields: table.columns.map(({ field }) => field),
        ways,
        told: Object.values(said).some((each) => each !== undefined)
          ? { table: said, keys: table.keys }
          : null,
      };
      await upsertLayout(tx, { bankId: bank.id, signature: signatureHash(table.signature) }, layout, by, at);
    }
    if (query.bankId !== undefined && banks.length > 0 && accountKey(file) !== '')
      await upsertAccount(tx, { account: accountKey(file), bankId: bank.id }, by, at);
    if (query.arrivedId !== undefined) await endArrived(tx, { id: query.arrivedId, at, byName: by.fullName });
    return {
      addedCount: chosen.fresh.length,
      matchedCount: chosen.fresh.filter(({ reading }) => reading !== null).length,
      knownCount: chosen.knownCount,
      takenBackCount: chosen.takenBack.length,
    };
  });
}

interface Chosen {
  fresh: JudgedCredit[];
  knownCount: number;
  takenBack: { requestId: string; depositId: string; currency: Currency }[];
}

/** What a person chose of a statement, as it is to be kept. */
function chosenOf(
  { credits, debits }: { credits: JudgedCredit[]; debits: JudgedDebit[] },
  { entries = [], matched = new Map(), others = [], takenBack = new Map() }: TakeQuery,
): Chosen {
  const wanted = new Set(entries);
  const named = credits.filter(({ line }) => wanted.has(line.entry));
  if (named.length !== wanted.size) throw refused('noSuchLine');
  const asOther = new Set(others);
  const unknown = named.flatMap((each): JudgedCredit[] => {
    const isOther = asOther.has(each.line.entry) && each.mayBeAnother;
    if (each.evidence === 'KNOWN' && !isOther) return [];
    const isAsShown = matched.get(each.line.entry) === matchOf(each);
    return [
      {
        ...each,
        requestId: isOther ? each.otherId : each.requestId,
        reading: isAsShown ? each.reading : null,
      },
    ];
  });
  // The same entry may stand in two statements of one file.
  const fresh = [...new Map(unknown.map((each) => [each.requestId, each])).values()];
  return { fresh, knownCount: named.length - fresh.length, takenBack: takenBackOf(debits, takenBack) };
}

/** Debits with the deposit that each took back; those that did so already are left out. @throws Failure 'conflict' 'takenBack' */
function takenBackOf(
  debits: readonly JudgedDebit[],
  wanted: ReadonlyMap<number, string>,
): Chosen['takenBack'] {
  const found = [...wanted].flatMap(([entry, depositId]) => {
    const debit = debits.find((each) => each.entry === entry);
    if (!debit) throw refused('noSuchLine');
    if (debit.tookBackId === depositId) return [];
    if (!debit.mayTakeBack.some(({ id }) => id === depositId)) throw refused('takenBack');
    return [{ requestId: debit.requestId, depositId, currency: debit.currency }];
  });
  if (new Set(found.map(({ depositId }) => depositId)).size < found.length) throw refused('takenBack');
  // The same entry may stand in two statements of one file.
  return [...new Map(found.map((each) => [each.requestId, each])).values()];
}

/** All days at once and in one order: one after the other they might wait for somebody who waits for them. */
async function lockDays(tx: Tx, bankId: string, { fresh, takenBack }: Chosen): Promise<void> {
  const days = fresh.flatMap(({ line, reading }) =>
    (reading?.shares ?? []).map(({ day }) => ({ bankId, currency: line.currency, businessDay: day })),
  );
  for (const { depositId, currency } of takenBack)
    for (const { day } of await selectShares(tx, depositId))
      days.push({ bankId, currency, businessDay: day });
  if (days.length > 0) await lockForDeposits(tx, days);
}

async function enterAll(
  tx: Tx,
  { by, at, bankId }: { by: Sender; at: Date; bankId: string },
  fresh: readonly JudgedCredit[],
): Promise<void> {
  for (const { line, requestId, reading } of fresh) {
    await enterDeposit(tx, by, at, {
      requestId,
      bankId,
      valueDate: line.valueDate,
      amountMinor: line.amountMinor,
      currency: line.currency,
      reference: line.reference.slice(0, referenceMax),
      note: line.text.slice(0, depositNoteMax),
      source: 'STATEMENT',
      shares: reading?.shares ?? [],
      isOverpaid: false,
      isAnother: true,
    });
  }
}
