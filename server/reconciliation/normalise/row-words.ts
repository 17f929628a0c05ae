import {
  type AskedWord,
  answerOf,
  noStatus,
  type SaidWords,
  type WordField,
  wordFields,
  wordLimits,
} from '@mizan/contract/bank-file-words.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { bankFileLimits, type LineType, lineTypes } from '@mizan/contract/reconciliation-terms.ts';
import { comparableHeader } from '../read/header-text.ts';
import type { Row } from '../read/row.ts';
import { createDictionary } from './byte-dictionary.ts';
import { withoutCardNumbers } from './key-text.ts';
import { isPaidStatus, isPlaceholder, kindOfStatus, kindOfText } from './known-words.ts';
import { classified, type FieldColumns, isEmptyCell } from './line-fields.ts';
import { isChargebackReturned, typeOfWord } from './line-words.ts';

/** A word that is asked, as it is counted. */
export interface CountedWord extends AskedWord {
  field: WordField;
  /** A status that names a kind, 'Refunded': of a line of that kind it says nothing new. */
  kind: LineType | null;
}

/** What rows ask; the sheets of a workbook are asked before there are any. */
type RowField = Exclude<WordField, 'sheet' | 'sameSheet'>;

/** What `named` of a row's kind is beside an index of `lineTypes`. A chargeback that came back has `returned` added to its own. */
export const namedKind = { none: -1, neutral: 98, unknown: 99, returned: 100 } as const;

/** What the words of one row say. */
interface RowWords {
  named: number;
  isUnpaid: boolean;
  /** A word of its kind that is asked or was answered; it counts for a line with a payment's key. */
  asked: CountedWord | null;
  /** It says nothing at all. */
  isAbsent: boolean;
}

export interface WordReader {
  /** What the columns of kinds say; overwritten by the next row. */
  kindOf: (row: Row) => RowWords;
  /** What the status says of a line of that type; `isAbsent` where it says nothing. */
  statusOf: (row: Row, type: number) => Pick<RowWords, 'isUnpaid' | 'asked' | 'isAbsent'>;
  /** What words below the lines are: asked as one, whatever figures they name. */
  remarkOf: (text: string) => CountedWord;
  /** What a column that nothing is read from is. */
  columnOf: (key: string, name: string) => CountedWord;
  /** What it means that a line has no status where others have one. */
  absentStatus: () => CountedWord;
  /** Every word that is asked or was answered, in the order in which the rows have them. */
  asked: Map<string, CountedWord>;
}

const chargeback = lineTypes.indexOf('CHARGEBACK');
const purchase = lineTypes.indexOf('PURCHASE');
const nothing: RowWords = { named: namedKind.none, isUnpaid: false, asked: null, isAbsent: true };
/** Said, and nothing new. */
const usual: RowWords = { ...nothing, isAbsent: false };

/** So many different words are kept by name, as many as rejected lines; rows of any others are rejected all the same. */
const wordsKeptMax = bankFileLimits.rejectionsKeptMax;

/** Reads the words of rows by what is known of them, and by what a person answered for those that are not. */
export function createWordReader(at: FieldColumns, said: SaidWords): WordReader {
  const asked = new Map<string, CountedWord>();
  const unkept = (field: RowField): CountedWord => {
    return { field, key: '', word: '', count: 0, answer: null, kind: null };
  };
  const beyond = {
    status: unkept('status'),
    type: unkept('type'),
    remark: unkept('remark'),
    column: unkept('column'),
  };
  const ask = (field: RowField, text: string, kind: LineType | null, by = text): CountedWord => {
    // It is kept with the layout as well.
    const masked = withoutCardNumbers(by);
    const key = (comparableHeader(masked) || masked).slice(0, wordLimits.charsMax);
    const name = `${field} ${key}`;
    const word = withoutCardNumbers(text).slice(0, wordLimits.charsMax);
    const answer = answerOf(said, { field, key });
    const known = asked.get(name);
    if (known) return known;
    if (asked.size >= wordsKeptMax && answer === null) return beyond[field];
    const counted = { field, key, word, count: 0, answer, kind };
    asked.set(name, counted);
    return counted;
  };
  const kindMeaning = meaningsOf((text) => meaningOfKind(text, (kind) => ask('type', text, kind)));
  const statusMeaning = meaningsOf((text) => meaningOfStatus(text, (kind) => ask('status', text, kind)));
  return {
    asked,
    columnOf: (key, name) => ask('column', name, null, key),
    absentStatus: () => ask('status', noStatus, null),
    remarkOf: (text) => ask('remark', text, null, latinDigits(text).replaceAll(/\d[\d.,]*/g, '#')),
    kindOf: (row) => {
      let found: RowWords = nothing;
      for (const index of at.types) {
        const one = isEmptyCell(row, index) ? nothing : kindMeaning(row, index);
        if (one.named % namedKind.returned === chargeback && one.asked === null) return one;
        found = bothOf(found, one);
      }
      return found;
    },
    statusOf: (row, type) => {
      if (isEmptyCell(row, at.status)) return nothing;
      const one = statusMeaning(row, at.status);
      const isSaid =
        one.asked !== null && one.asked.kind !== null && lineTypes.indexOf(one.asked.kind) === type;
      return isSaid ? usual : one;
    },
  };
}

/** Of two columns the first kind that is known; what is asked in one of them is asked of the row. */
function bothOf(first: RowWords, second: RowWords): RowWords {
  if (first === nothing) return second;
  if (second === nothing) return first;
  const saysKind = ({ named }: RowWords): boolean =>
    named !== namedKind.none && named !== namedKind.neutral && named !== namedKind.unknown;
  const named = saysKind(first) || !saysKind(second) ? first.named : second.named;
  return { ...usual, named, isUnpaid: first.isUnpaid || second.isUnpaid, asked: first.asked ?? second.asked };
}

/** Texts of one meaning share it: a column may say something else in each of a million rows. */
function meaningsOf(meaning: (text: string) => RowWords): (row: Row, index: number) => RowWords {
  const all: RowWords[] = [];
  const places = new Map<string, number>();
  const placeOf = (one: RowWords): number => {
    const name = `${one.named} ${one.isUnpaid} ${one.isAbsent} ${one.asked?.key ?? '-'}`;
    const place = places.get(name) ?? all.push(one) - 1;
    places.set(name, place);
    return place;
  };
  const numberOf = classified(createDictionary(), (text) => placeOf(meaning(text)));
  return (row, index) => all[numberOf(row, index)] ?? nothing;
}

const namedOf = (type: LineType | null, text: string): number => {
  if (type === null) return namedKind.neutral;
  return isChargebackReturned(text) ? namedKind.returned + chargeback : lineTypes.indexOf(type);
};

function meaningOfKind(text: string, ask: (kind: LineType | null) => CountedWord): RowWords {
  if (isPlaceholder(text)) return nothing;
  const kind = kindOfText(text);
  if (kind) return { ...usual, named: namedOf(kind.type, text), isUnpaid: kind.isUnpaid };
  const asked = ask(null);
  const guessed = typeOfWord(text);
  const unsaid = guessed === null ? namedKind.unknown : namedOf(guessed, text);
  if (asked.answer === null || asked.answer === 'OPEN') return { ...usual, named: unsaid, asked };
  if (asked.answer === 'NO_MONEY') return { ...usual, named: purchase, isUnpaid: true, asked };
  return { ...usual, named: lineTypes.indexOf(asked.answer as LineType), asked };
}

function meaningOfStatus(text: string, ask: (kind: LineType | null) => CountedWord): RowWords {
  if (isPlaceholder(text)) return nothing;
  const isPaid = isPaidStatus(text);
  if (isPaid !== null) return { ...usual, isUnpaid: !isPaid };
  const asked = ask(kindOfStatus(text));
  return { ...usual, isUnpaid: asked.answer === 'UNPAID', asked };
}

/** Whether nobody said what a word means: its line is not read. */
export const isOpenWord = (word: CountedWord | null): word is CountedWord =>
  word !== null && (word.answer === null || word.answer === 'OPEN');

/** The words of a file, those of the most lines first; of each column as many as are asked. */
export function askedWordsOf(asked: ReadonlyMap<string, CountedWord>): AskedWord[] {
  const found = [...asked.values()]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
  return wordFields.flatMap((field) =>
    found
      .filter((word) => word.field === field)
      .slice(0, wordLimits.askedMax)
      .map(({ kind: _kind, ...word }) => word),
  );
}
