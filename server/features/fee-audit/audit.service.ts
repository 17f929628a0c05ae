import type * as contract from '@mizan/contract/fee-audit.ts';
import type { AuditLine, FeeAudit } from '@mizan/contract/fee-audit.ts';
import { feeAuditLimits } from '@mizan/contract/fee-audit-terms.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { storedBankId, unknownBank } from '@mizan/contract/settlement.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import {
  type AuditBank,
  countLines,
  isJudging,
  type QuietLines,
  selectAuditBanks,
  selectCorrections,
  selectDiffering,
  selectInSums,
  selectQuietLines,
  selectStandingRates,
} from './audit.queries.ts';
import {
  auditRows,
  auditTotals,
  corrected,
  isAskedFor,
  type JudgedLine,
  judgedLines,
  type RateBook,
  rateBook,
} from './audit-book.ts';

export interface Span {
  from: string;
  to: string;
}

const tooLarge = (linesMax: number): Failure =>
  new Failure('tooLarge', 'The span has more lines than one audit takes; ask for fewer days.', { linesMax });

/** Everything that differs in a span, of all banks or of one. @throws Failure 'tooLarge' */
export async function differingLines(
  tx: Tx,
  { from, to }: Span,
  bankIds: readonly string[],
): Promise<{ lines: JudgedLine[]; book: RateBook; givenBack: QuietLines[] }> {
  const { differingMax } = feeAuditLimits;
  const [rates, vat, rows, corrections] = await Promise.all([
    selectStandingRates(tx),
    vatRates(tx),
    selectDiffering(tx, from, to, { bankIds, limit: differingMax + 1 }),
    selectCorrections(tx, from, to, { bankIds, limit: differingMax + 1 }),
  ]);
  if (rows.length > differingMax || corrections.length > differingMax) throw tooLarge(differingMax);
  const now = corrected(rows, corrections);
  const book = rateBook(rates, vat);
  return { lines: judgedLines(now.rows, book), book, givenBack: now.quiet };
}

const inOrder = <T extends { bankId: string; scheme: (typeof schemes)[number] }>(
  rows: readonly T[],
  banks: readonly AuditBank[],
): T[] => {
  const places = [...banks.map(({ id }) => id), unknownBank];
  const place = ({ bankId, scheme }: T): number =>
    places.indexOf(bankId) * schemes.length + schemes.indexOf(scheme);
  return rows.toSorted((a, b) => place(a) - place(b));
};

/** The audit of a span. @throws Failure 'tooLarge' where it has more lines than one audit takes */
export const feeAudit = (db: Database, { merchantId }: Member, { from, to }: Span): Promise<FeeAudit> =>
  inTenant(db, merchantId, async (tx) => {
    const banks = await selectAuditBanks(tx);
    if ((await countLines(tx, from, to)) > feeAuditLimits.linesMax) throw tooLarge(feeAuditLimits.linesMax);
    const bankIds = [storedBankId(unknownBank), ...banks.map(({ id }) => id)];
    const [{ lines, book, givenBack }, quiet, inSums, isWorking] = await Promise.all([
      differingLines(tx, { from, to }, bankIds),
      selectQuietLines(tx, from, to, bankIds),
      selectInSums(tx, from, to),
      isJudging(tx),
    ]);
    const rows = inOrder(auditRows([...quiet, ...givenBack], lines, book), banks);
    const named = new Set(rows.map(({ bankId }) => bankId));
    return {
      from,
      to,
      banks: [...banks, { id: unknownBank, nameEn: '', nameAr: '' } as const]
        .filter(({ id }) => named.has(id))
        .map(({ id, nameEn, nameAr }) => ({ id, nameEn, nameAr })),
      rows,
      totals: auditTotals(rows),
      inSums,
      isWorking,
    };
  });

/** Of a line what a list shows. */
const shown = ({
  bankId: _bank,
  scheme: _scheme,
  currency: _currency,
  rate: _rate,
  tid: _tid,
  approvalCode: _code,
  isSettled: _settled,
  isAccepted: _accepted,
  ...line
}: JudgedLine): AuditLine => line;

/** A page of the lines behind a figure. @throws Failure 'tooLarge' as for the audit itself */
export const auditLines = (
  db: Database,
  { merchantId }: Member,
  query: RouteInput<typeof contract.listAuditLines>['query'],
): Promise<RouteOutput<typeof contract.listAuditLines>> =>
  inTenant(db, merchantId, async (tx) => {
    const { lines } = await differingLines(tx, query, [storedBankId(query.bankId)]);
    const wanted = lines.filter(isAskedFor(query));
    const after = query.cursor === undefined ? null : readCursor(query.cursor);
    const rest = after ? wanted.filter((line) => isAfter(line, after)) : wanted;
    const rows = rest.slice(0, query.limit);
    const last = rest.length > query.limit ? rows.at(-1) : undefined;
    return {
      rows: rows.map(shown),
      nextCursor: last ? writeCursor(new Date(last.day), last.transactionId) : null,
      count: wanted.length,
      differenceMinor: wanted.reduce((sum, line) => sum + line.differenceMinor, 0),
    };
  });

const isAfter = ({ day, transactionId }: JudgedLine, last: { createdAt: Date; id: string }): boolean => {
  const lastDay = last.createdAt.toISOString().slice(0, 10);
  return day === lastDay ? BigInt(transactionId) < BigInt(last.id) : day < lastDay;
};
