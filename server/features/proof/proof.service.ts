import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { getProof, Proof, ProofBy, ProofLeaf, ProofRow } from '@mizan/contract/proof.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { storedBankId, unknownBank } from '@mizan/contract/settlement.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import { banksOf } from '../banks/banks.service.ts';
import {
  type CellSum,
  type PlaceRow,
  selectBranches,
  selectCells,
  selectClosed,
  selectCounted,
  selectCurrencies,
  selectFileDoubts,
  selectLines,
  selectOverElsewhere,
  selectPayments,
  selectRecorded,
  selectTaken,
  selectTids,
} from './proof.queries.ts';
import { type Book, cellKey, type RowBook, wholeCells } from './proof-book.ts';
import { certaintyOf } from './proof-doubts.ts';
import { type CertainLevels, figuresOf, missingMinor } from './proof-parts.ts';
import type { ProofSelection } from './proof-sets.ts';

export interface ProofDeps {
  readonly db: Database;
  readonly clock: Clock;
}
type Asked = RouteInput<typeof getProof>['query'];

/** What is asked for, in the order: a day, a month, yesterday. */
function daysOf({ day, month }: Pick<Asked, 'day' | 'month'>, today: string): { from: string; to: string } {
  if (day !== undefined) return { from: day, to: day };
  if (month === undefined) return { from: addDays(today, -1), to: addDays(today, -1) };
  const from = `${month}-01`;
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

export interface Places {
  branches: readonly PlaceRow[];
  banks: readonly PlaceRow[];
}

/** @throws Failure 'notFound' where the branch or the bank is not the merchant's */
export async function selectionOf(
  tx: Tx,
  asked: Asked,
  now: Date,
): Promise<{ of: ProofSelection; places: Places; others: Proof['otherCurrencies'] }> {
  const today = riyadhDay(now);
  const { from, to } = daysOf(asked, today);
  const [branches, banks, there] = await Promise.all([
    selectBranches(tx),
    banksOf(tx),
    selectCurrencies(tx, from, to),
  ]);
  if (asked.branchId !== undefined && !branches.some(({ id }) => id === asked.branchId)) throw notFound();
  const isBank = (id: string): boolean => id === unknownBank || banks.some((bank) => bank.id === id);
  if (asked.bankId !== undefined && !isBank(asked.bankId)) throw notFound();
  const currency = asked.currency ?? there[0]?.currency ?? 'SAR';
  const of: ProofSelection = {
    from,
    to,
    currency,
    branchId: asked.branchId ?? null,
    bankId: asked.bankId === undefined ? null : storedBankId(asked.bankId),
    today,
    closedFrom: startOfRiyadhDay(from),
    closedBefore: startOfRiyadhDay(addDays(to, 1)),
    by: asked.by,
  };
  const others = there.map((each) => each.currency).filter((each) => each !== currency);
  return { of, places: { branches, banks }, others };
}

/** All that is asked from here on is of one moment, so that each gap is its causes. Before anything else is asked. */
export const oneSnapshot = (tx: Tx): Promise<number> =>
  tx.change('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');

/** All of the sums, as they are in the snapshot of the transaction. */
export async function bookOf(tx: Tx, of: ProofSelection): Promise<Book> {
  const [payments, closed, counted, lines, cells, recorded, over, taken, files] = await Promise.all([
    selectPayments(tx, of),
    selectClosed(tx, of),
    selectCounted(tx, of),
    selectLines(tx, of),
    selectCells(tx, of),
    selectRecorded(tx, of.currency),
    selectOverElsewhere(tx, of),
    selectTaken(tx, of),
    selectFileDoubts(tx, of),
  ]);
  return {
    payments,
    closed,
    counted,
    lines,
    cells,
    recorded,
    overElsewhere: new Set(over.map(({ bankId }) => bankId)),
    taken: new Map(taken.map(({ bankId, takenMinor }) => [bankId, takenMinor])),
    files,
    today: of.today,
    arrivedWhole: wholeCells(cells),
  };
}

const keysOf = (cells: readonly CellSum[]): ReadonlySet<string> => new Set(cells.map(cellKey));

/** The settlements of one branch; null where one of them pays other branches, too. */
function cellsOfBranch({ cells }: Book, branchId: string): ReadonlySet<string> | null {
  const own = cells.filter(({ branchIds }) => branchIds.includes(branchId));
  return own.length > 0 && own.every(({ branchIds }) => branchIds.length === 1) ? keysOf(own) : null;
}

/** Whether something arrived for settlements of a branch that pay other branches, too: until then nothing is together. */
const arrivedTogether = ({ cells }: Book, branchId: string, bankId: string | null): boolean =>
  cells.some(
    (cell) =>
      cell.arrivedOn !== null &&
      cell.branchIds.length > 1 &&
      cell.branchIds.includes(branchId) &&
      (bankId === null || cell.bankId === bankId),
  );

interface InPlace {
  g: string;
  terminalId: string;
}
const all = (): boolean => true;
const narrowed = (
  book: Book,
  isIn: (place: InPlace) => boolean,
  cells: ReadonlySet<string> | null,
  isPaidTogether = false,
): RowBook => ({
  payments: book.payments.filter(isIn),
  closed: book.closed.filter(isIn),
  counted: book.counted.filter(isIn),
  lines: book.lines.filter(isIn),
  cells,
  isPaidTogether: cells === null && isPaidTogether,
});

/** A row by its key: 'all', 'b7', 'k2' or 'b7t12'. */
export function rowBookOf(book: Book, of: ProofSelection, key: string): RowBook {
  if (key === 'all')
    return of.branchId === null
      ? narrowed(book, all, keysOf(book.cells))
      : narrowed(book, all, cellsOfBranch(book, of.branchId), arrivedTogether(book, of.branchId, null));
  const [g = '', terminalId] = key.slice(1).split('t');
  if (terminalId !== undefined)
    return narrowed(book, (each) => each.g === g && each.terminalId === terminalId, null);
  const isOfBank = key.startsWith('k');
  const isInRow = (each: InPlace): boolean => each.g === g;
  if (isOfBank && of.branchId === null)
    return narrowed(book, isInRow, keysOf(book.cells.filter(({ bankId }) => bankId === g)));
  const branchId = isOfBank ? (of.branchId ?? '') : g;
  const cells = cellsOfBranch(book, branchId);
  const ofBank = cells && new Set([...cells].filter((cell) => !isOfBank || cell.startsWith(`${g} `)));
  return narrowed(book, isInRow, ofBank, arrivedTogether(book, branchId, isOfBank ? g : null));
}

/** The places of which anything is known, by branch or bank and the numbers of terminals. */
function placesOf({ payments, closed, counted, lines }: Book): InPlace[] {
  const found = new Map<string, InPlace>();
  for (const { g, terminalId } of [...payments, ...closed, ...counted, ...lines])
    found.set(`${g} ${terminalId}`, { g, terminalId });
  return [...found.values()];
}

interface Naming {
  by: ProofBy;
  places: Places;
  tids: ReadonlyMap<string, string>;
}

function rowsOf(book: Book, of: ProofSelection, naming: Naming, certain: CertainLevels): ProofRow[] {
  const { by, places, tids } = naming;
  const prefix = by === 'bank' ? 'k' : 'b';
  const names = by === 'bank' ? places.banks : places.branches;
  const nameOf = (g: string) => {
    const place = names.find(({ id }) => id === g);
    return { nameEn: place?.nameEn ?? '', nameAr: place?.nameAr ?? '' };
  };
  const tidOf = (terminalId: string): string | null => tids.get(terminalId) ?? null;
  const figures = (key: string) => figuresOf(book, rowBookOf(book, of, key), certain);
  const leafOf = ({ g, terminalId }: InPlace): ProofLeaf => {
    const key = `${prefix}${g}t${terminalId}`;
    return { key, tid: tidOf(terminalId), ...figures(key) };
  };
  const orderOf = (g: string): number => {
    const place = names.findIndex(({ id }) => id === g);
    return place < 0 ? names.length : place;
  };
  const found = placesOf(book).toSorted(
    (a, b) =>
      orderOf(a.g) - orderOf(b.g) ||
      a.g.localeCompare(b.g) ||
      (tidOf(a.terminalId) ?? '~').localeCompare(tidOf(b.terminalId) ?? '~'),
  );
  if (by === 'terminal') return found.map((place) => ({ ...leafOf(place), ...nameOf(place.g), below: [] }));
  return [...Map.groupBy(found, ({ g }) => g)].map(([g, below]) => ({
    key: `${prefix}${g}`,
    tid: null,
    ...nameOf(g),
    ...figures(`${prefix}${g}`),
    below: below.map(leafOf),
  }));
}

/** The terminal of which more than half of what is missing at the lines is. */
function mostlyAt(book: Book, rows: readonly ProofRow[], isCertain: boolean): Proof['mostly'] {
  if (!isCertain) return null;
  const half = missingMinor(book, book.payments) / 2;
  for (const row of rows) {
    for (const leaf of row.below.length > 0 ? row.below : [row]) {
      const missing = leaf.gaps.lines.causes.find(
        ({ cause, tone }) => cause === 'MISSING' && tone === 'missing',
      );
      if (!missing || leaf.tid === null || -missing.amountMinor <= half) continue;
      const { nameEn, nameAr } = row;
      const { count, amountMinor } = missing;
      return { key: leaf.key, tid: leaf.tid, nameEn, nameAr, count, amountMinor: -amountMinor };
    }
  }
  return null;
}

/** The proof with what it was reckoned from, of one moment. Before anything else is asked. @throws Failure 'notFound' */
export async function reckoned(
  tx: Tx,
  asked: Asked,
  now: Date,
): Promise<{ book: Book; of: ProofSelection; proof: Proof }> {
  await oneSnapshot(tx);
  const { of, places, others } = await selectionOf(tx, asked, now);
  const [book, tids] = await Promise.all([bookOf(tx, of), selectTids(tx)]);
  const whole = rowBookOf(book, of, 'all');
  const { certain, doubts } = certaintyOf(book, whole);
  const naming = { by: of.by, places, tids: new Map(tids.map(({ id, tid }) => [id, tid])) };
  const rows = rowsOf(book, of, naming, certain);
  const named = places.banks.map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr }));
  const hasUnknown = book.payments.some(({ bankId }) => bankId === '0');
  const proof: Proof = {
    from: of.from,
    to: of.to,
    today: of.today,
    currency: of.currency,
    otherCurrencies: others,
    branches: [...places.branches],
    banks: [...named, ...(hasUnknown ? [{ id: unknownBank, nameEn: '', nameAr: '' }] : [])],
    closedTerminals: new Set(book.closed.map(({ terminalId }) => terminalId)).size,
    total: figuresOf(book, whole, certain),
    rows,
    missing: (['lines', 'deposit'] as const).filter((level) => certain[level]),
    doubts,
    mostly: mostlyAt(book, rows, certain.lines),
  };
  return { book, of, proof };
}

/** @throws Failure 'notFound' */
export const proofOf = ({ db, clock }: ProofDeps, merchantId: string, asked: Asked): Promise<Proof> =>
  inTenant(db, merchantId, async (tx) => (await reckoned(tx, asked, clock.now())).proof);
