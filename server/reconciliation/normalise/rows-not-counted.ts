import {
  bankFileLimits,
  type ListedNotCountedKind,
  type NotCountedKind,
} from '@mizan/contract/reconciliation-terms.ts';
import { withoutCardNumbers } from './key-text.ts';
import type { TotalCheck } from './total-checks.ts';

/** A row that is neither the heading nor a line nor rejected. `text` has card numbers masked and is cut. */
interface NotCountedRow {
  line: number;
  kind: ListedNotCountedKind;
  text: string;
  /** What a total says beside the lines that it closes. */
  total: TotalCheck | null;
}

/** Every row not counted, by kind, and the first ones by themselves. */
export interface NotCounted {
  rows: NotCountedRow[];
  counts: Record<NotCountedKind, number>;
}

export const newNotCounted = (): NotCounted => ({
  rows: [],
  counts: { title: 0, headings: 0, total: 0, foot: 0, recordHeader: 0, blank: 0 },
});

/** Counts a row and keeps it, as long as there are not too many. */
export function keepNotCounted(
  { rows, counts }: NotCounted,
  line: number,
  kind: ListedNotCountedKind,
  texts: readonly string[],
): void {
  counts[kind]++;
  if (rows.length >= bankFileLimits.notCountedKeptMax) return;
  rows.push({ line, kind, text: shownText(texts), total: null });
}

/** The cells of a row as a person reads them; whole card numbers are masked, also one that was split. */
function shownText(texts: readonly string[]): string {
  const max = bankFileLimits.keptCharsMax;
  const filled = texts
    .filter((text) => text !== '')
    .map((text) => withoutCardNumbers(text.slice(0, max * 2)));
  const text = filled.join(' | ');
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}

export const notCountedTotal = ({ counts }: NotCounted): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
