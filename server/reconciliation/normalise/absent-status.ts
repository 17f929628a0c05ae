import { type BankLines, lineFlag } from './bank-lines.ts';
import type { LineReader } from './line-reader.ts';
import type { CountedWord } from './row-words.ts';

/**
 * What it means that lines of payments have no status where others have one; null where none has, or all have. Lines that are
 * not paid for it are marked.
 */
export function absentStatus(
  lines: BankLines,
  reader: Pick<LineReader, 'saysStatus' | 'words'>,
): CountedWord | null {
  if (!reader.saysStatus()) return null;
  const { flags } = lines.columns;
  const without: number[] = [];
  for (let line = 0; line < lines.count; line++)
    if (((flags[line] as number) & lineFlag.statusAbsent) !== 0) without.push(line);
  if (without.length === 0) return null;
  const word = reader.words.absentStatus();
  if (word.answer === null || word.answer === 'OPEN') return word;
  word.count = without.length;
  if (word.answer === 'UNPAID')
    for (const line of without) flags[line] = (flags[line] as number) | lineFlag.unpaid;
  return word;
}
