import { createHash } from 'node:crypto';
import { addDays } from '@mizan/contract/business-day.ts';
import { type DepositReading, referenceMax } from '@mizan/contract/deposits.ts';
import type { CreditEvidence, StatementCredit, StatementDebit } from '@mizan/contract/statements.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { speaksOfCards } from '../../../reconciliation/normalise/payout-words.ts';
import { plainReadings, stillOpen } from '../deposit-readings.ts';
import { type Deposit, selectByRequest, selectEqual, selectUpTo } from '../deposits.queries.ts';
import { selectOpenSettlements } from '../readings.queries.ts';
import { daysBack, openCells, openMax } from '../readings.service.ts';
import type { StatementLine } from './statement.ts';
import type { Entry } from './statement-file.ts';
import { selectTakenBack } from './statement-layouts.queries.ts';

/** What the entries of a statement are to the bank's deposits: judged anew whenever it is asked (decision 0063). */

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
        each.reference || (each.knownBy ?? each.text),
      ].join('\n');
      // With the bank's own reference it is the same entry in another statement, and another entry within one.
      const counted = each.isBanksOwn ? `${said}\n${each.part}` : said;
      const times = (seen.get(counted) ?? 0) + 1;
      seen.set(counted, times);
      return [each, idOf(each.isBanksOwn && times === 1 ? said : `${said}\n${times}`)];
    }),
  );
}

export interface JudgedCredit {
  line: Entry;
  requestId: string;
  /** Under which it comes where a person says that it is another one than what is known by the same words. */
  otherId: string;
  evidence: CreditEvidence;
  /** Every way in which it may be paid. */
  fitting: readonly DepositReading[];
  reading: DepositReading | null;
  depositId: string | null;
  mayBeAnother: boolean;
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
    const plain = plainReadings(stillOpen(openCells(await selectOpenSettlements(tx, span, openMax))));
    kept.set(key, plain);
    return plain;
  };
}

interface Named {
  line: Entry;
  ofAnother: boolean;
  otherId: string;
  requestId: string;
  known: Deposit | null;
  undone: Deposit | null;
}

/**
 * Which deposit each credit is. What a person once called another one is known by the statement that it came with: by all of
 * its entries, as the same words on the same day say nothing.
 */
async function namedCredits(tx: Tx, ids: ReadonlyMap<Entry, string>): Promise<Named[]> {
  const statementId = idOf([...ids.values()].join('\n'));
  const named: Named[] = [];
  for (const [line, entryId] of ids) {
    if (line.amountMinor < 0) continue;
    const otherEntryId = idOf(`${entryId}\nanother of\n${statementId}`);
    const own = await onRecord(tx, entryId);
    // Only what is known can be said to be another one.
    const other = own.known || own.undone ? await onRecord(tx, otherEntryId) : null;
    const ofAnother = Boolean(other?.known ?? other?.undone);
    const otherId = other?.requestId ?? otherEntryId;
    named.push({ line, ofAnother, otherId, ...(other && ofAnother ? other : own) });
  }
  return named;
}

/** Credits with what each may pay, and what speaks for it. */
export async function judgeCredits(tx: Tx, bankId: string, lines: readonly Entry[]): Promise<JudgedCredit[]> {
  const plainOf = plainReadingsOf(tx, bankId);
  const named = await namedCredits(tx, requestIdsOf(bankId, lines));
  const ownIds = new Set(named.flatMap(({ known }) => known?.id ?? []));
  const judged: JudgedCredit[] = [];
  for (const { line, requestId, otherId, ofAnother, known, undone } of named) {
    // Another form of the statement may call it otherwise: whatever is equal and no other entry of this one may be it.
    const equal = known ? [] : await selectEqual(tx, { ...line, bankId });
    const alike = equal.find(({ id }) => !ownIds.has(id)) ?? null;
    const fitting = (await plainOf(line)).filter(({ sumMinor }) => sumMinor === line.amountMinor);
    const [only, second] = fitting;
    const evidence = evidenceOf([
      [known, 'KNOWN'],
      [undone, 'UNDONE'],
      [alike, 'ALIKE'],
      [lines.some((other) => tookBack(other, line)), 'REVERSED'],
      [line.isReversal, 'RETURNED'],
      [line.isOff, 'OFF_BALANCE'],
      [only && !second, 'EXACT'],
      [only, 'SEVERAL'],
      [speaksOfCards(`${line.text} ${line.reference}`), 'WORDS'],
    ]);
    judged.push({
      line,
      requestId,
      otherId,
      evidence,
      fitting,
      reading: evidence === 'EXACT' ? (only ?? null) : null,
      depositId: (known ?? undone ?? alike)?.id ?? null,
      mayBeAnother: evidence === 'KNOWN' && !ofAnother && !line.isBanksOwn,
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
function contested(judged: JudgedCredit[]): JudgedCredit[] {
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

/** Names what a credit would pay, so that it is matched as it was shown and no otherwise. */
export const matchOf = ({ reading }: Pick<JudgedCredit, 'reading'>): string | null =>
  reading && idOf(JSON.stringify(reading.shares)).slice(0, 8);

const entryOf = ({ entry, line, valueDate, amountMinor, currency, reference, text }: Entry) => ({
  entry,
  line,
  valueDate,
  amountMinor,
  currency,
  reference,
  text,
});

export const creditOnWire = (judged: JudgedCredit): StatementCredit => ({
  ...entryOf(judged.line),
  evidence: judged.evidence,
  shares: judged.reading?.shares ?? [],
  depositId: judged.depositId,
  match: matchOf(judged),
  mayBeAnother: judged.mayBeAnother,
});

export interface JudgedDebit extends StatementDebit {
  requestId: string;
}

/** As many deposits are named beside a debit. */
const mayTakeBackMax = 5;

/** Debits with the deposits that each may have taken back, and the one that it took back, where a person said so. */
export async function judgeDebits(
  tx: Tx,
  bankId: string,
  lines: readonly Entry[],
  credits: readonly JudgedCredit[],
): Promise<JudgedDebit[]> {
  // What a debit takes back may stand in its own statement and not be on record yet.
  const fresh = credits.filter(({ evidence }) => evidence !== 'KNOWN');

  const judged: JudgedDebit[] = [];
  for (const [line, requestId] of requestIdsOf(bankId, lines)) {
    if (line.amountMinor > 0) continue;
    const tookBackId = await selectTakenBack(tx, requestId);
    const wanted = { ...line, bankId, amountMinor: -line.amountMinor };
    const found = tookBackId === null ? await selectUpTo(tx, wanted, mayTakeBackMax) : [];
    judged.push({
      ...entryOf(line),
      requestId,
      isReversal: line.isReversal,
      tookBackId,
      mayTakeBack: found.map(({ id, valueDate, amountMinor, reference }) => ({
        id,
        valueDate,
        amountMinor,
        reference,
      })),
      proposedId:
        line.isReversal && !fresh.some((credit) => tookBack(line, credit.line)) ? onlyOf(found, line) : null,
    });
  }
  return judged;
}

/** The only deposit there is, or the only one with the debit's own reference. */
function onlyOf(found: readonly Pick<Deposit, 'id' | 'reference'>[], { reference }: Entry): string | null {
  const [only, second] = found;
  if (only && !second) return only.id;
  const same = found.filter(
    (each) => each.reference === reference.slice(0, referenceMax) && reference !== '',
  );
  return same.length === 1 && found.length < mayTakeBackMax ? (same[0]?.id ?? null) : null;
}
