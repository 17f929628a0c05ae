import type { FeeAudit } from '@mizan/contract/fee-audit.ts';
import { feeAuditLimits } from '@mizan/contract/fee-audit-terms.ts';
import { storedBankId, unknownBank } from '@mizan/contract/settlement.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { vatRates } from '../../platform/settings/vat.ts';
import {
  type AuditBank,
  type Correction,
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
  type JudgedLine,
  judgedLines,
  type RateBook,
  rateBook,
} from './audit-book.ts';

export interface Span {
  from: string;
  to: string;
}

export const tooLarge = (linesMax: number): Failure =>
  new Failure('tooLarge', 'The span has more lines than one audit takes; ask for fewer days.', { linesMax });

interface DifferingLines {
  lines: JudgedLine[];
  book: RateBook;
  givenBack: QuietLines[];
  corrections: readonly Correction[];
}

/** Everything that differs in a span, of all banks or of one. @throws Failure 'tooLarge' */
export async function differingLines(
  tx: Tx,
  { from, to }: Span,
  bankIds: readonly string[],
): Promise<DifferingLines> {
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
  return { lines: judgedLines(now.rows, book), book, givenBack: now.quiet, corrections };
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
