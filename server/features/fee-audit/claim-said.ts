import { auditRateKey, type FeeClaimGroup } from '@mizan/contract/fee-audit.ts';
import type { MissingGroup } from '@mizan/contract/fee-claims.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { AuditedRent } from '@mizan/contract/rents.ts';
import type { JudgedLine } from './audit-book.ts';

/** A terminal and month of which a bank took too much; `overMinor` of it is claimed, which is less where a claim had a part before. */
export type ClaimedRentRow = Omit<AuditedRent, 'isClaimable' | 'claims' | 'claimedMinor'> & {
  overMinor: number;
};

/** What a claim says at the moment at which it is made, and from then on. */
export interface SaidOfClaim {
  merchant: { nameEn: string; nameAr: string; cr: string | null };
  bank: { nameEn: string; nameAr: string; iban: string | null };
  groups: FeeClaimGroup[];
  /** Of a claim of missing payments alone. */
  missing?: MissingGroup[];
  /** Of a claim of rents alone. */
  rents?: ClaimedRentRow[];
  files: { id: string; name: string; sha256: string }[];
}

export interface ClaimFigures {
  currency: Currency;
  from: string;
  to: string;
  count: number;
  feeMinor: number | null;
  vatMinor: number | null;
  claimedMinor: number;
}

const groupKey = ({ scheme, rate, cause }: JudgedLine): string =>
  [scheme, auditRateKey(rate), cause.key].join(' ');

/** The lines by card scheme, rate and cause, in the order of their days. */
export const claimGroups = (lines: readonly JudgedLine[]): FeeClaimGroup[] =>
  [...Map.groupBy(lines, groupKey).values()]
    .flatMap((same): FeeClaimGroup[] => {
      const [first] = same;
      if (!first) return [];
      const days = same.map(({ day }) => day).toSorted();
      const sum = (of: (line: JudgedLine) => number): number =>
        same.reduce((total, line) => total + of(line), 0);
      return [
        {
          scheme: first.scheme,
          rate: first.rate,
          cause: first.cause,
          count: same.length,
          firstDay: days[0] ?? first.day,
          lastDay: days.at(-1) ?? first.day,
          agreedMinor: sum((line) => line.agreedFeeMinor + line.agreedVatMinor),
          chargedMinor: sum((line) => line.chargedMinor),
          differenceMinor: sum((line) => line.differenceMinor),
        },
      ];
    })
    .toSorted((a, b) => b.differenceMinor - a.differenceMinor);

/** Sums of the lines; fee and VAT apart only where every line says both. */
export function claimFigures(
  lines: readonly JudgedLine[],
): Pick<ClaimFigures, 'count' | 'feeMinor' | 'vatMinor' | 'claimedMinor'> {
  let feeMinor: number | null = 0;
  let claimedMinor = 0;
  for (const line of lines) {
    claimedMinor += line.differenceMinor;
    feeMinor =
      feeMinor === null || line.chargedFeeMinor === null
        ? null
        : feeMinor + line.chargedFeeMinor - line.agreedFeeMinor;
  }
  const vatMinor = feeMinor === null ? null : claimedMinor - feeMinor;
  return { count: lines.length, feeMinor, vatMinor, claimedMinor };
}
