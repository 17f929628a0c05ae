import type { ExplainedShort, SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import type { ChargedDay } from './journal.ts';

/**
 * Which rows are short by exactly what their bank took on a day of theirs by lines about no payment. Pure; rent and fees alone
 * first, then what nobody has clarified, then both together.
 */
export function explainedShort(
  rows: readonly SettlementTableRow[],
  charged: readonly ChargedDay[],
): ExplainedShort[] {
  return rows.flatMap((row) => {
    if (row.state !== 'SHORT' || row.differenceMinor === null || row.differenceMinor >= 0) return [];
    const days = [row.day, row.dueDay, row.arrivedOn];
    const [found] = charged
      .filter(
        ({ bankId, currency, day }) =>
          bankId === row.bankId && currency === row.currency && days.includes(day),
      )
      .flatMap((each) => kindOf(each, -(row.differenceMinor ?? 0)) ?? []);
    if (!found) return [];
    const { bankId, scheme, currency, day } = row;
    return [{ bankId, scheme, currency, day, ...found }];
  });
}

function kindOf(
  { day: takenOn, chargedMinor, unclearMinor }: ChargedDay,
  shortMinor: number,
): Pick<ExplainedShort, 'kind' | 'takenOn'> | null {
  if (chargedMinor === shortMinor) return { kind: 'CHARGES', takenOn };
  if (unclearMinor === shortMinor) return { kind: 'UNCLEAR', takenOn };
  return chargedMinor > 0 && unclearMinor > 0 && chargedMinor + unclearMinor === shortMinor
    ? { kind: 'BOTH', takenOn }
    : null;
}
