import type { listProofRows, listProofSum, ProofCause, ProofListed } from '@mizan/contract/proof.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { inTenant } from '../../platform/database/database.ts';
import { restOf } from './deposit-rest.ts';
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
  parts: readonly { cell: CellSum | null; amountMinor: number }[],
  { currency }: ProofSelection,
): ProofListed[] =>
  parts.map(({ cell, amountMinor }, index) => ({
    id: `settlement ${index}`,
    kind: 'settlement',
    amountMinor,
    currency,
    at: null,
    day: cell?.day ?? null,
    transactionId: null,
    terminalId: null,
    tid: null,
    reconciliationId: null,
    rrn: null,
    approvalCode: null,
    lastFour: null,
    scheme: (cell?.scheme as Scheme | undefined) ?? null,
    bankFileId: null,
    fileName: null,
    line: null,
    seq: null,
    outcome: null,
    exceptionId: null,
    decidedBy: null,
    approvedBy: null,
    decidedAt: null,
    bankId: cell === null ? null : cell.bankId === '0' ? unknownBank : cell.bankId,
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
    rests.filter((rest) => rest.cause === cause),
    of,
  );
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

const afterOf = ({ cursor }: Paged) => {
  const [first = null, second = null] = cursor?.split('_') ?? [];
  return { first, second };
};

/** A page of what the database listed, of which one row more was asked for. */
function listedPage(
  found: readonly ListedRow[],
  { limit }: Paged,
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
