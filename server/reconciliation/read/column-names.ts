import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { columnWords, partWords } from './column-words.ts';
import { withoutCurrencyWords } from './currency-words.ts';
import { comparableHeader } from './header-text.ts';
import { moreColumnWords } from './more-column-words.ts';

const partNames: ReadonlySet<string> = new Set(partWords.map(comparableHeader));

/** A field with how usual the name is for it: where two columns claim one field, the lower rank has it. */
export interface NamedField {
  field: BankField;
  rank: number;
  /** Several columns of such names are read together: amounts are added up. */
  isPart: boolean;
}

/** Comparable name > field. The first field that claims a name keeps it, so the lists above may overlap safely. */
const fieldByName: ReadonlyMap<string, NamedField> = buildIndex();

function buildIndex(): Map<string, NamedField> {
  const index = new Map<string, NamedField>();
  for (const [field, names] of Object.entries(columnWords) as [BankField, readonly string[]][]) {
    [...names, ...(moreColumnWords[field] ?? [])].forEach((name, rank) => {
      const comparable = comparableHeader(name);
      if (!index.has(comparable))
        index.set(comparable, { field, rank, isPart: field === 'fee' || partNames.has(comparable) });
    });
  }
  return index;
}

/** The field a column name stands for, or null. Bilingual names ('Amount / المبلغ') are tried part by part. */
export function fieldOfName(title: string): NamedField | null {
  const plain = comparableHeader(title);
  const whole = fieldByName.get(plain) ?? fieldByName.get(withoutCurrencyWords(plain));
  if (whole) return whole;
  const parts = title.split(
    /[/|\n–-]|(?<=\p{Script=Latin}\)?)\s+(?=\p{Script=Arabic})|(?<=\p{Script=Arabic}\)?)\s+(?=\p{Script=Latin})/u,
  );
  if (parts.length < 2) return null;
  const found = parts
    .map((part) => fieldByName.get(withoutCurrencyWords(comparableHeader(part))))
    .filter((named) => named !== undefined);
  const [first] = found;
  return first && found.every((named) => named.field === first.field) ? first : null;
}

/** Whether a text holds an Arabic column name: the proof that windows-1256 is asked for. */
export function isArabicName(title: string): boolean {
  return /\p{Script=Arabic}/u.test(title) && fieldOfName(title) !== null;
}

/** Layouts whose dates are UTC by their publisher's word, known by a column that only they have. */
export const utcLayoutNames: readonly string[] = ['payment_id', 'platform_duties', 'created_utc'].map(
  comparableHeader,
);
