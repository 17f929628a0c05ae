import { latinDigits } from '@mizan/contract/money.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';

/** Pure parts of the command palette: what a text finds among what the browser holds already. */

/** What may be found, in the order in which it stands: by a merchant's people, and by administrators. */
export const kinds = ['branches', 'terminals', 'people', 'transactions', 'bankFiles', 'pages'] as const;
export const adminKinds = ['merchants', 'vendors', 'models', 'places', 'pages'] as const;
export type MerchantKind = (typeof kinds)[number];
export type AdminKind = (typeof adminKinds)[number];
export type Kind = MerchantKind | AdminKind;

const plain = (text: string): string => latinDigits(text).toLowerCase().trim();

/** The words of what was typed, in lower case and Latin digits; none of a blank text. */
export const wordsOf = (typed: string): string[] =>
  plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether every word stands somewhere in what is said. */
export function says(words: readonly string[], said: readonly (string | null)[]): boolean {
  const all = said
    .filter((each) => each !== null)
    .map(plain)
    .join('\n');
  return words.every((word) => all.includes(word));
}

/** Terminals in service that a person may mean: by number, name, serial number, model, branch or cashier. */
export const foundTerminals = (rows: readonly TerminalRow[], words: readonly string[]): TerminalRow[] =>
  rows.filter((row) =>
    says(words, [
      row.tid,
      row.label,
      row.serialNumber,
      `${row.brand} ${row.model}`,
      row.branchNameEn,
      row.branchNameAr,
      row.cashierName,
    ]),
  );

/** A text in pieces: those that one of the words is, and those between. Together they are the text again. */
export function pieces(text: string, words: readonly string[]): { text: string; isFound: boolean }[] {
  const lower = plain(text);
  // Letters whose small form is longer would shift the places.
  if (words.length === 0 || lower.length !== text.length) return [{ text, isFound: false }];
  const marks = Array.from({ length: text.length }, () => false);
  for (const word of words) {
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      marks.fill(true, at, at + word.length);
    }
  }
  const cut: { text: string; isFound: boolean }[] = [];
  for (const [at, isFound] of marks.entries()) {
    const last = cut.at(-1);
    if (last?.isFound === isFound) last.text += text.charAt(at);
    else cut.push({ text: text.charAt(at), isFound });
  }
  return cut;
}
