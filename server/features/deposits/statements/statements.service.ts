import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { addDays } from '@mizan/contract/business-day.ts';
import { type DepositReading, depositNoteMax, referenceMax, sharesMax } from '@mizan/contract/deposits.ts';
import { isSaudiIban } from '@mizan/contract/iban.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type {
  CreditEvidence,
  StatementCredit,
  StatementRead,
  takeStatement as takeRoute,
} from '@mizan/contract/statements.ts';
import { inPlatform, inTenant, type Tx } from '../../../platform/database/database.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import { speaksOfCards } from '../../../reconciliation/normalise/payout-words.ts';
import { banksOf, type NamedBank } from '../../banks/banks.service.ts';
import { lockForDeposits } from '../../expectations/paid.service.ts';
import { plainReadings, stillOpen } from '../deposit-readings.ts';
import { type Deposit, selectAlike, selectByRequest } from '../deposits.queries.ts';
import { type DepositsDeps, enterDeposit, lockBank } from '../deposits.service.ts';
import { selectOpenSettlements } from '../readings.queries.ts';
import { openCells } from '../readings.service.ts';
import { readCamt053 } from './camt053.reader.ts';
import { readMt940 } from './mt940.reader.ts';
import { balanceOf, type Statement, type StatementLine, statementLimits, unreadable } from './statement.ts';
import { selectIsAnothers } from './statements.queries.ts';

/** How far before its value date a credit is looked for, as one that is typed. */
const daysBack = 62;

/** @throws Failure 'tooLarge' (details.maxBytes) */
async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > statementLimits.bytesMax)
      throw new Failure('tooLarge', 'The statement is too large.', { maxBytes: statementLimits.bytesMax });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** camt.053 begins as XML, MT940 with its first field, with or without the head of its message. @throws Failure 'unreadableFile' */
function readStatementText(bytes: Buffer): Statement[] {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') throw unreadable('empty');
  // No text has it, and the database keeps none that has.
  if (text.includes('\0')) throw unreadable('notStatement');
  if (/^\s*</.test(text)) return readCamt053(text.trimStart());
  if (/^:20:/m.test(text)) return readMt940(text);
  throw unreadable('notStatement');
}

/** A line with its number among the entries of the file. */
type Entry = StatementLine & { entry: number; part: number };

/** All statements of a file as one; they are of one account. */
function asOne(statements: readonly Statement[]): {
  account: string | null;
  lines: Entry[];
  parts: readonly Statement[];
} {
  const accounts = new Set(statements.flatMap(({ account }) => account ?? []));
  const isUnnamed = accounts.size > 0 && statements.some(({ account }) => account === null);
  if (accounts.size > 1 || isUnnamed) throw unreadable('severalAccounts');
  return {
    account: [...accounts][0] ?? null,
    lines: statements
      .flatMap(({ lines }, part) => lines.map((line) => ({ ...line, part })))
      .map((line, index) => ({ ...line, entry: index + 1 })),
    parts: statements,
  };
}

/** The balance that disagrees first, or where every statement has one that agrees, the last of them. */
function balanceAmong(parts: readonly Statement[]): StatementRead['balance'] {
  const balances = parts.flatMap((part) => balanceOf(part) ?? []);
  return (
    balances.find(({ statedMinor, reckonedMinor }) => statedMinor !== reckonedMinor) ??
    (balances.length === parts.length ? balances.at(-1) : null) ??
    null
  );
}

const refused = (reason: string): Failure => new Failure('conflict', reason, { reason });

/**
 * Whose the account is: the bank with this IBAN, or the one that somebody named where none has it.
 * @throws Failure 'conflict': 'anothers' where it is another merchant's, 'otherBank' where the bank that was named has another IBAN
 */
async function bankOf(
  { db }: DepositsDeps,
  by: Member,
  account: string | null,
  named: string | undefined,
): Promise<{ bank: NamedBank | null; banks: NamedBank[] }> {
  const banks = await inTenant(db, by.merchantId, (tx) => banksOf(tx));
  const own = account === null ? undefined : banks.find(({ iban }) => iban === account);
  const isIban = account !== null && isSaudiIban(account);
  if (!own && isIban && (await inPlatform(db, (tx) => selectIsAnothers(tx, by.merchantId, account))))
    throw refused('anothers');
  if (named === undefined) return { bank: own ?? null, banks };
  const chosen = banks.find(({ id }) => id === named);
  if (!chosen) throw notFound();
  if (own ? own.id !== chosen.id : isIban && chosen.iban !== null) throw refused('otherBank');
  return { bank: chosen, banks };
}

const idOf = (said: string): string => {
  const hex = createHash('sha256').update(said).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The same entry has the same id, in whatever statement it stands: by what the bank says of it, and the how manieth of its like. */
function requestIdsOf(bankId: string, lines: readonly Entry[]): Map<Entry, string> {
  const seen = new Map<string, number>();
  return new Map(
    lines.map((each) => {
      const said = [
        bankId,
        each.valueDate,
        each.amountMinor,
        each.currency,
        each.reference || each.text,
      ].join('\n');
      // With the bank's own reference it is the same entry in another statement, and another entry within one.
      const counted = each.isBanksOwn ? `${said}\n${each.part}` : said;
      const times = (seen.get(counted) ?? 0) + 1;
      seen.set(counted, times);
      return [each, idOf(each.isBanksOwn && times === 1 ? said : `${said}\n${times}`)];
    }),
  );
}

interface Judged {
  line: Entry;
  requestId: string;
  evidence: CreditEvidence;
  /** Every way in which it may be paid. */
  fitting: readonly DepositReading[];
  reading: DepositReading | null;
  depositId: string | null;
}

/** The deposit that an entry is, or the id under which it may come again where somebody took it back. */
async function onRecord(
  tx: Tx,
  entryId: string,
): Promise<{ requestId: string; known: Deposit | null; undone: Deposit | null }> {
  let requestId = entryId;
  let undone: Deposit | null = null;
  let known = await selectByRequest(tx, requestId);
  while (known?.undoneAt) {
    undone = known;
    requestId = idOf(`${requestId}\nagain`);
    known = await selectByRequest(tx, requestId);
  }
  return { requestId, known, undone };
}

/** The ways in which what is open may be paid, read once for the credits of a day. */
function plainReadingsOf(tx: Tx, bankId: string) {
  const kept = new Map<string, DepositReading[]>();
  return async ({ valueDate, currency }: StatementLine): Promise<DepositReading[]> => {
    const key = `${valueDate} ${currency}`;
    const known = kept.get(key);
    if (known) return known;
    const span = { bankId, currency, from: addDays(valueDate, -daysBack), to: valueDate };
    const plain = plainReadings(stillOpen(openCells(await selectOpenSettlements(tx, span, sharesMax))));
    kept.set(key, plain);
    return plain;
  };
}

async function judge(tx: Tx, bankId: string, lines: readonly Entry[]): Promise<Judged[]> {
  const ids = requestIdsOf(bankId, lines);
  const plainOf = plainReadingsOf(tx, bankId);
  const judged: Judged[] = [];
  for (const line of lines.filter(({ amountMinor }) => amountMinor > 0)) {
    const { requestId, known, undone } = await onRecord(tx, ids.get(line) ?? '');
    const reference = line.reference.slice(0, referenceMax);
    const alike = known ? null : await selectAlike(tx, { ...line, reference, bankId });
    const fitting = (await plainOf(line)).filter(({ sumMinor }) => sumMinor === line.amountMinor);
    const [only, second] = fitting;
    const evidence = evidenceOf([
      [known, 'KNOWN'],
      [undone, 'UNDONE'],
      [alike, 'ALIKE'],
      [lines.some((other) => tookBack(other, line)), 'REVERSED'],
      [only && !second, 'EXACT'],
      [only, 'SEVERAL'],
      [speaksOfCards(`${line.text} ${line.reference}`), 'WORDS'],
    ]);
    judged.push({
      line,
      requestId,
      evidence,
      fitting,
      reading: evidence === 'EXACT' ? (only ?? null) : null,
      depositId: (known ?? undone ?? alike)?.id ?? null,
    });
  }
  return contested(judged);
}

/** The first that holds. */
const evidenceOf = (said: readonly [unknown, CreditEvidence][]): CreditEvidence =>
  said.find(([holds]) => Boolean(holds))?.[1] ?? 'NONE';

/** Whether a line took as much out again as a credit had brought: its reversal, or by chance. */
const tookBack = (line: Entry, credit: Entry): boolean =>
  line.amountMinor === -credit.amountMinor &&
  line.currency === credit.currency &&
  line.valueDate >= credit.valueDate;

/** Two credits of which each may pay the same settlement are a question about both. */
function contested(judged: Judged[]): Judged[] {
  const wanted = new Map<string, Set<string>>();
  const keysOf = (readings: readonly DepositReading[], { currency }: Entry) =>
    readings.flatMap(({ shares }) => shares.map(({ day, scheme }) => `${day} ${scheme} ${currency}`));
  for (const { line, requestId, evidence, fitting } of judged) {
    if (evidence === 'KNOWN') continue;
    for (const key of keysOf(fitting, line)) wanted.set(key, (wanted.get(key) ?? new Set()).add(requestId));
  }
  return judged.map((each) =>
    each.reading && keysOf([each.reading], each.line).some((key) => (wanted.get(key)?.size ?? 0) > 1)
      ? { ...each, evidence: 'SEVERAL', reading: null }
      : each,
  );
}

const onWire = ({ line, evidence, reading, depositId }: Judged): StatementCredit => ({
  ...line,
  evidence,
  shares: reading?.shares ?? [],
  depositId,
});

/** What a statement holds and what its credits may pay. @throws Failure 'unreadableFile', 'tooLarge', and those of `bankOf` */
export async function readStatement(
  deps: DepositsDeps,
  by: Member,
  { bankId: named, body }: { bankId: string | undefined; body: Readable },
): Promise<StatementRead> {
  const { account, lines, parts } = asOne(readStatementText(await bytesOf(body)));
  const { bank, banks } = await bankOf(deps, by, account, named);
  const judged = bank ? await inTenant(deps.db, by.merchantId, (tx) => judge(tx, bank.id, lines)) : [];
  return {
    account,
    bankId: bank?.id ?? null,
    banks: bank ? [] : banks.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
    credits: judged.map(onWire),
    debitCount: lines.filter(({ amountMinor }) => amountMinor < 0).length,
    refused: parts.flatMap((part) => part.refused),
    balance: balanceAmong(parts),
  };
}

/**
 * Enters the named credits, each once: what is EXACT is matched as it was shown, everything else waits for a person. Judged
 * again under the bank's lock, because somebody may have entered one meanwhile. @throws as `readStatement`; 'conflict' 'noBank'
 */
export async function takeStatement(
  deps: DepositsDeps,
  by: Member,
  { bankId: named, entries: chosen, body }: { bankId: string | undefined; entries: number[]; body: Readable },
): Promise<RouteOutput<typeof takeRoute>> {
  const { account, lines } = asOne(readStatementText(await bytesOf(body)));
  const { bank } = await bankOf(deps, by, account, named);
  if (!bank) throw refused('noBank');
  const wanted = new Set(chosen);
  return inTenant(deps.db, by.merchantId, async (tx) => {
    await lockBank(tx, bank.id);
    const judged = (await judge(tx, bank.id, lines)).filter(({ line }) => wanted.has(line.entry));
    if (judged.length !== wanted.size) throw refused('noSuchLine');
    const unknown = judged.filter(({ evidence }) => evidence !== 'KNOWN');
    // The same entry may stand in two statements of one file.
    const fresh = [...new Map(unknown.map((each) => [each.requestId, each])).values()];
    const days = fresh.flatMap(({ line, reading }) =>
      (reading?.shares ?? []).map(({ day }) => ({
        bankId: bank.id,
        currency: line.currency,
        businessDay: day,
      })),
    );
    // All of them at once and in one order: one after the other they might wait for somebody who waits for them.
    if (days.length > 0) await lockForDeposits(tx, days);
    for (const { line, requestId, reading } of fresh) {
      await enterDeposit(tx, by, deps.clock.now(), {
        requestId,
        bankId: bank.id,
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
    return {
      addedCount: fresh.length,
      matchedCount: fresh.filter(({ reading }) => reading !== null).length,
      knownCount: judged.length - fresh.length,
    };
  });
}
