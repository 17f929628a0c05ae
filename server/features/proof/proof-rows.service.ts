import type { listProofRows, listProofSum, ProofCause, ProofListed } from '@mizan/contract/proof.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { restOf, unplacedOf } from './deposit-rest.ts';
import type { CellSum } from './proof.queries.ts';
import { bookOf, oneSnapshot, type ProofDeps, rowBookOf, selectionOf } from './proof.service.ts';
import { type Book, cellKey } from './proof-book.ts';
import {
  kindOf,
  type ListedKind,
  type ListedRow,
  type RowPlace,
  selectListed,
  selectSummed,
  selectUnplaced,
} from './proof-rows.queries.ts';
import type { ProofSelection } from './proof-sets.ts';

type Asked = RouteInput<typeof listProofRows>['query'];
type AskedSum = RouteInput<typeof listProofSum>['query'];
type Paged = Pick<Asked, 'row' | 'cursor' | 'limit'>;
type Listed = RouteOutput<typeof listProofRows>;

function placeOf(key: string): RowPlace {
  if (key === 'all') return { g: null, terminalId: null };
  const [g = '', terminalId = null] = key.slice(1).split('t');
  return { g, terminalId };
}

/** Settlements as rows of a list, each with its part of a sum. */
const settlementsOf = (
  parts: readonly { cell: CellSum; amountMinor: number }[],
  { currency }: ProofSelection,
): ProofListed[] =>
  parts.map(({ cell, amountMinor }, index) => ({
    id: `settlement ${index}`,
    kind: 'settlement',
    amountMinor,
    currency,
    at: null,
    day: cell.day,
    transactionId: null,
    terminalId: null,
    tid: null,
    reconciliationId: null,
    rrn: null,
    approvalCode: null,
    lastFour: null,
    scheme: cell.scheme as Scheme,
    bankFileId: null,
    fileName: null,
    line: null,
    seq: null,
    outcome: null,
    exceptionId: null,
    decidedBy: null,
    approvedBy: null,
    decidedAt: null,
    bankId: cell.bankId === '0' ? unknownBank : cell.bankId,
  }));

/** What of the settlements of a row each cause of theirs is made of, from the same reckoning as the sums. */
export function settlementRows(
  book: Book,
  of: ProofSelection,
  row: string,
  cause: ProofCause,
): ProofListed[] {
  const own = rowBookOf(book, of, row);
  const rests = own.cells ? restOf(book, { ...own, cells: own.cells }) : [];
  return settlementsOf(
    rests.flatMap(({ cell, ...rest }) => (cell && rest.cause === cause ? [{ cell, ...rest }] : [])),
    of,
  );
}

/** A page of what no settlement owes: settlements of which files say too much, then the lines that are of none. */
async function unplacedPage(tx: Tx, of: ProofSelection, asked: Asked): Promise<Listed> {
  const { row, limit } = asked;
  const book = await bookOf(tx, of);
  const settlements = settlementRows(book, of, row, 'UNPLACED');
  const own = rowBookOf(book, of, row);
  const cells = book.cells.filter((cell) => own.cells?.has(cellKey(cell)));
  const after = afterOf(asked);
  const isAmongLines = after.second !== null && after.second !== '0';
  const from = isAmongLines ? settlements.length : Number(after.first ?? 0);
  const first = settlements.slice(from, from + limit);
  const room = limit - first.length;
  const found = own.cells
    ? await selectUnplaced(tx, of, unplacedOf(own.lines, cells), {
        place: placeOf(row),
        after: isAmongLines ? after : afterOf({}),
        limit: room + 1,
      })
    : [];
  const { rows, nextCursor } = listedPage(found, { limit: room }, of, () => 'line');
  const next = from + first.length;
  const isMore = next < settlements.length || (room === 0 && found.length > 0);
  return { rows: [...first, ...rows], nextCursor: isMore ? `${next}_0` : nextCursor };
}

/** What arrived for each settlement of a row. */
function arrivedRows(book: Book, of: ProofSelection, row: string): ProofListed[] {
  const { cells } = rowBookOf(book, of, row);
  const own = book.cells.filter((cell) => cells?.has(cellKey(cell)) && cell.arrivedOn !== null);
  return settlementsOf(
    own.map((cell) => ({ cell, amountMinor: cell.arrivedMinor })),
    of,
  );
}

/** A page of settlements, which were reckoned as one. */
function pageOf(all: readonly ProofListed[], { cursor, limit }: Paged): Listed {
  const from = cursor === undefined ? 0 : Number(cursor.split('_')[0]);
  const rows = all.slice(from, from + limit);
  const next = from + rows.length;
  return { rows, nextCursor: next < all.length ? `${next}_0` : null };
}

const afterOf = ({ cursor }: { cursor?: string | undefined }) => {
  const [first = null, second = null] = cursor?.split('_') ?? [];
  return { first, second };
};

/** A page of what the database listed, of which one row more was asked for. */
function listedPage(
  found: readonly ListedRow[],
  { limit }: Pick<Paged, 'limit'>,
  { currency }: ProofSelection,
  kindOfRow: (row: ListedRow) => Exclude<ListedKind, 'settlement'>,
): Listed {
  const page = found.slice(0, limit);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    rows: page.map((row) => {
      const { first, second, at, decidedAt, ...rest } = row;
      const kind = kindOfRow(row);
      return {
        ...rest,
        id: `${kind} ${first} ${second}`,
        kind,
        currency,
        reconciliationId: kind === 'reconciliation' ? first : null,
        at: at?.toISOString() ?? null,
        decidedAt: decidedAt?.toISOString() ?? null,
      };
    }),
    nextCursor: last ? `${last.first}_${last.second}` : null,
  };
}

/** What a cause is made of, page by page. @throws Failure 'notFound' */
export const proofRows = ({ db, clock }: ProofDeps, merchantId: string, asked: Asked): Promise<Listed> =>
  inTenant(db, merchantId, async (tx) => {
    await oneSnapshot(tx);
    const { of } = await selectionOf(tx, asked, clock.now());
    if (asked.cause === 'UNPLACED') return unplacedPage(tx, of, asked);
    const kind = kindOf(asked.cause);
    if (kind === 'settlement')
      return pageOf(settlementRows(await bookOf(tx, of), of, asked.row, asked.cause), asked);
    const found = await selectListed(tx, of, asked.cause, {
      place: placeOf(asked.row),
      after: afterOf(asked),
      limit: asked.limit + 1,
    });
    return listedPage(found, asked, of, () => kind);
  });

/** What a sum is made of, page by page. @throws Failure 'notFound' */
export const proofSum = ({ db, clock }: ProofDeps, merchantId: string, asked: AskedSum): Promise<Listed> =>
  inTenant(db, merchantId, async (tx) => {
    await oneSnapshot(tx);
    const { of } = await selectionOf(tx, asked, clock.now());
    const { sum } = asked;
    if (sum === 'deposit') return pageOf(arrivedRows(await bookOf(tx, of), of, asked.row), asked);
    const found = await selectSummed(tx, of, sum, {
      place: placeOf(asked.row),
      after: afterOf(asked),
      limit: asked.limit + 1,
    });
    return listedPage(found, asked, of, ({ seq }) => {
      if (sum === 'host' || sum === 'terminals') return 'reconciliation';
      return seq === null ? 'payment' : 'line';
    });
  });
