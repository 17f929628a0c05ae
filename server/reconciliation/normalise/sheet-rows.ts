import { type AskedWord, wordLimits } from '@mizan/contract/bank-file-words.ts';
import { sheetLinesStep } from '@mizan/contract/table-form.ts';
import type { OtherSheet } from '../read/other-sheets.ts';
import { withoutCardNumbers } from './key-text.ts';

/** The names of the sheets whose money is in no line, unless somebody said that it is none of these payments'. */
export const unreadOf = (others: readonly OtherSheet[]): string[] =>
  others
    .filter(({ isRead, word }) => !isRead && word.answer !== 'ASIDE')
    .map(({ name }) => withoutCardNumbers(name));

/** The sheets as they are asked about. */
export const wordsOfSheets = (others: readonly OtherSheet[]): AskedWord[] =>
  others
    .slice(0, wordLimits.askedMax)
    .map(({ name, word }) => ({ ...word, word: withoutCardNumbers(name).slice(0, wordLimits.charsMax) }));

/** Whether a line stands above the names of columns in one of the further sheets. */
export function titlesOfSheets(others: readonly OtherSheet[] = []): (line: number) => boolean {
  const read = others.filter(({ isRead }) => isRead);
  if (read.length === 0) return () => false;
  return (line) =>
    line >= sheetLinesStep && read.some(({ linesFrom, headLine }) => line > linesFrom && line < headLine);
}
