import { placeOfLine } from '@mizan/contract/table-form.ts';
import type { TFunction } from 'i18next';
import { formatNumber } from './formats.ts';

/** The number of a line of a bank file as a person finds it: the row, and its sheet where a workbook was read with several. */
export function lineNumber(t: TFunction, line: number): string {
  const { sheet, row } = placeOfLine(line);
  if (sheet === null) return formatNumber(row);
  return t('units:rowOfSheet', { row: formatNumber(row), sheet: formatNumber(sheet) });
}
