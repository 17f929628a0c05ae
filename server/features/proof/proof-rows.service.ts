import type { listProofRows, ProofCause, ProofListed } from '@mizan/contract/proof.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import { restOf } from './deposit-rest.ts';
import { bookOf, oneSnapshot, type ProofDeps, rowBookOf, selectionOf } from './proof.service.ts';
import type { Book } from './proof-book.ts';
import { kindOf, type RowPlace, selectListed } from './proof-rows.queries.ts';
import type { ProofSelection } from './proof-sets.ts';

type Asked = RouteInput<typeof listProofRows>['query'];
type Listed = RouteOutput<typeof listProofRows>;

function placeOf(key: string): RowPlace {
  if (key === 'all') return { g: null, terminalId: null };
  const [g = '', terminalId = null] = key.slice(1).split('t');
  return { g, terminalId };
}

/** What of the settlements of a row each cause of theirs is made of, from the same reckoning as the sums. */
export function settlementRows(
  book: Book,
  of: ProofSelection,
  row: string,
  cause: ProofCause,
): ProofListed[] {
  const own = rowBookOf(book, of, row);
  const rests = own.cells ? restOf(book, { ...own, cells: own.cells }) : [];
  return rests
    .filter((rest) => rest.cause === cause)
    .map(({ cell, amountMinor }, index) => ({
      id: `settlement ${index}`,
      kind: 'settlement',
      amountMinor,
      currency: of.currency,
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
}

/** Settlement by settlement. */
async function settlements(
  tx: Tx,
  of: ProofSelection,
  { cause, row, cursor, limit }: Asked,
): Promise<Listed> {
  const wanted = settlementRows(await bookOf(tx, of), of, row, cause);
  const from = cursor === undefined ? 0 : Number(cursor.split('_')[0]);
  const rows = wanted.slice(from, from + limit);
  const next = from + rows.length;
  return { rows, nextCursor: next < wanted.length ? `${next}_0` : null };
}

/** What a cause is made of, page by page. @throws Failure 'notFound' */
export const proofRows = ({ db, clock }: ProofDeps, merchantId: string, asked: Asked): Promise<Listed> =>
  inTenant(db, merchantId, async (tx) => {
    await oneSnapshot(tx);
    const { of } = await selectionOf(tx, asked, clock.now());
    const kind = kindOf(asked.cause);
    if (kind === 'settlement') return settlements(tx, of, asked);
    const [first = null, second = null] = asked.cursor?.split('_') ?? [];
    const found = await selectListed(tx, of, asked.cause, {
      place: placeOf(asked.row),
      after: { first, second },
      limit: asked.limit + 1,
    });
    const page = found.slice(0, asked.limit);
    const last = found.length > page.length ? page.at(-1) : undefined;
    return {
      rows: page.map(({ first: of1, second: of2, at, decidedAt, ...rest }) => ({
        ...rest,
        id: `${kind} ${of1} ${of2}`,
        kind,
        currency: of.currency,
        reconciliationId: kind === 'reconciliation' ? of1 : null,
        at: at?.toISOString() ?? null,
        decidedAt: decidedAt?.toISOString() ?? null,
      })),
      nextCursor: last ? `${last.first}_${last.second}` : null,
    };
  });
