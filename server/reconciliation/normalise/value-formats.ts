import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import type { BankField, DateOrder, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { utcLayoutNames } from '../read/column-names.ts';
import { amountFields, type ColumnMapping, type Layout, type SampleRow } from '../read/columns.ts';
import type { Ast } from './zones.ts';

/** How the values of a file are written. What is not set leaves it to each value (`Layout` has the words). */
export interface ValueFormats {
  dateOrder: DateOrder;
  decimalComma: boolean;
  utc: boolean;
  zone?: string | undefined;
  ast?: Ast | undefined;
  minorUnits?: boolean | undefined;
  refunds?: ReadingWay<'refunds'> | undefined;
  charges?: 'signed' | undefined;
  words?: SaidWords | undefined;
}

/**
 * The formats of a saved layout; without one what the values themselves tell, as a beginning: `tryReadings` holds every
 * way against the payments before anything is proposed.
 */
export function detectFormats(
  mapping: ColumnMapping,
  sample: readonly SampleRow[],
  layout: Layout | undefined,
  todayIso: string,
): ValueFormats {
  const values = (wanted: (field: BankField | null) => boolean): string[] =>
    sample
      .filter((row) => row.line > mapping.headerLine)
      .flatMap((row) =>
        row.cells.filter((_, index) => wanted(mapping.fields[index - mapping.shift] ?? null)),
      );
  const amounts = values((field) => field !== null && amountFields.includes(field));
  const dates = values((field) => field === 'date');
  return {
    dateOrder: layout?.dateOrder ?? dateOrderOf(dates, todayIso),
    decimalComma: layout?.decimalComma ?? usesDecimalComma(amounts),
    utc: layout?.utc ?? mapping.keys.some((key) => utcLayoutNames.includes(key)),
    zone: layout?.zone,
    ast: layout?.ast,
    minorUnits: layout?.minorUnits,
    refunds: layout?.refunds,
    charges: layout?.charges,
    words: layout?.words,
  };
}

function usesDecimalComma(amounts: readonly string[]): boolean {
  return amounts.some((text) => /,\d{1,2}$/.test(text)) && !amounts.some((text) => /\.\d{1,2}$/.test(text));
}

/** Day first unless a value says otherwise, or only month first keeps every date out of the future. */
function dateOrderOf(dates: readonly string[], todayIso: string): DateOrder {
  let future = 0;
  for (const text of dates) {
    const parts = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/.exec(text);
    if (!parts) continue;
    const [first, second] = [Number(parts[1]), Number(parts[2])];
    if (first > 12) return 'dayFirst';
    if (second > 12) return 'monthFirst';
    const dayFirst = `${parts[3]}-${String(second).padStart(2, '0')}-${String(first).padStart(2, '0')}`;
    if (dayFirst > todayIso) future++;
  }
  return future > 0 ? 'monthFirst' : 'dayFirst';
}
