import type { BankField } from '@mizan/contract/reconciliation-terms.ts';
import { columnWords, partWords } from './column-words.ts';
import { withoutCurrencyWords } from './currency-words.ts';
import { comparableHeader } from './header-text.ts';
import { moreColumnWords } from './more-column-words.ts';
import { usualForm, withWordsApart } from './usual-form.ts';

const partNames: ReadonlySet<string> = new Set(partWords.map(comparableHeader));

/** A field with how usual the name is for it: where two columns claim one field, the lower rank has it. */
export interface NamedField {
  field: BankField;
  rank: number;
  /** Several columns of such names are read together: amounts are added up. */
  isPart: boolean;
}

/** Comparable name > field. The first field that claims a name keeps it, so the lists above may overlap safely. */
const fieldByName: ReadonlyMap<string, NamedField> = indexBy((comparable) => comparable);
/** The same by the usual form of a name. Who uses the name itself comes before who shortens it or turns it around. */
const fieldByUsualForm: ReadonlyMap<string, NamedField> = indexBy(usualForm);

function indexBy(formOf: (comparable: string) => string): Map<string, NamedField> {
  const index = new Map<string, NamedField>();
  for (const [field, names] of Object.entries(columnWords) as [BankField, readonly string[]][]) {
    [...names, ...(moreColumnWords[field] ?? [])].forEach((name, rank) => {
      const comparable = comparableHeader(name);
      const form = formOf(comparable);
      if (!index.has(form))
        index.set(form, { field, rank, isPart: field === 'fee' || partNames.has(comparable) });
    });
  }
  return index;
}

/** Where two languages, or two names, stand beside each other. */
const betweenParts =
  /[/|\n–-]|(?<=[\p{Script=Latin}\p{Nd}%).])\s+(?=\(?\p{Script=Arabic})|(?<=\p{Script=Arabic}\)?)\s+(?=\(?\p{Script=Latin})/u;

/** The parts of a name that is written in two languages: 'Amount / المبلغ', 'Amount (المبلغ)'. One of any other name. */
export const partsOfName = (title: string): string[] =>
  title.split(betweenParts).filter((part) => comparableHeader(part) !== '');

/** Amounts, days and numbers, as most cells are that are asked: no name is without a letter. */
const letterless = /^[ -@[-`{-~]*$/;

/** The field a column name stands for, or null. Bilingual names ('Amount / المبلغ') are tried part by part. */
export function fieldOfName(title: string): NamedField | null {
  if (letterless.test(title)) return null;
  const whole = fieldOfPart(title);
  if (whole) return whole;
  const parts = partsOfName(title);
  if (parts.length < 2) return null;
  const found = parts.map(fieldOfPart).filter((named) => named !== null);
  const [first] = found;
  return first && found.every((named) => named.field === first.field) ? first : null;
}

/** How much less usual a name is that is known by its usual form alone. */
const behindNames = 1_000;

function fieldOfPart(title: string): NamedField | null {
  const plain = comparableHeader(title);
  const apart = withoutCurrencyWords(comparableHeader(withWordsApart(title)));
  const named =
    fieldByName.get(plain) ?? fieldByName.get(withoutCurrencyWords(plain)) ?? fieldByName.get(apart);
  if (named) return named;
  const form = usualForm(apart);
  const usual = form.includes(' ') ? fieldByUsualForm.get(form) : undefined;
  return usual ? { ...usual, rank: usual.rank + behindNames } : null;
}

/** Whether a text holds an Arabic column name: the proof that windows-1256 is asked for. */
export function isArabicName(title: string): boolean {
  return /\p{Script=Arabic}/u.test(title) && fieldOfName(title) !== null;
}

/** Layouts whose dates are UTC by their publisher's word, known by a column that only they have. */
export const utcLayoutNames: readonly string[] = ['payment_id', 'platform_duties', 'created_utc'].map(
  comparableHeader,
);
