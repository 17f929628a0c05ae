import type { LineNote } from '@mizan/contract/bank-file-reading.ts';
import type { TFunction } from 'i18next';
import { lineNumber } from '../../../platform/line-number.ts';

/** What is said of a cell in which nothing stands. */
const ofNothing: Partial<Record<LineNote['code'], string>> = {
  currency: 'noCurrency',
  statusWord: 'noStatus',
};

/** A line as a sentence: where, and what could not be read or is damaged. */
export function lineNoteText(
  t: TFunction,
  { line, code, field, value }: Pick<LineNote, 'line' | 'code' | 'field' | 'value'>,
): string {
  const text = value === '' ? (ofNothing[code] ?? code) : code;
  return t(`reconciliation:lineError.${text}`, {
    line: lineNumber(t, line),
    value: value ?? '',
    field: field === null ? '' : t(`reconciliation:bankField.${field}`),
  });
}
