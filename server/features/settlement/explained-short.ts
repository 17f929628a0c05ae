import type { ExplainedShort, SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import type { ChargedDay } from './journal.ts';
import type { WrittenOffRow } from './table.queries.ts';

/**
 * Which rows are short by exactly what was written off of them, or by what their bank took on a day of theirs by lines about no
 * payment. Pure; what people accepted first, then rent and fees alone, then what nobody has clarified, then both together.
 */
export function explainedShort(
  rows: readonly SettlementTableRow[],
  charged: readonly ChargedDay[],
  writtenOff: readonly WrittenOffRow[],
): ExplainedShort[] {
  return rows.flatMap((row) => {
    if (row.state !== 'SHORT' || row.differenceMinor === null || row.differenceMinor >= 0) return [];
    const { bankId, scheme, currency, day } = row;
    const accepted = writtenOff.some(
      (each) =>
        each.bankId === bankId &&
        each.scheme === scheme &&
        each.currency === currency &&
        each.day === day &&
        each.netMinor === -(row.differenceMinor ?? 0),
    );
    if (accepted) return [{ bankId, scheme, currency, day, kind: 'WRITTEN_OFF', takenOn: null }];
    const days = [row.day, row.dueDay, row.arrivedOn];
    const [found] = charged
      .filter((each) => each.bankId === bankId && each.currency === currency && days.includes(each.day))
      .flatMap((each) => kindOf(each, -(row.differenceMinor ?? 0)) ?? []);
    if (!found) return [];
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
