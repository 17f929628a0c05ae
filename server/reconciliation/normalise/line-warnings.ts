import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { cellText, type Row } from '../read/row.ts';
import { lineFlag, rrnText } from './bank-lines.ts';
import { isRounded, withoutCardNumbers } from './key-text.ts';
import { isEmptyCell } from './line-fields.ts';
import type { LineReader } from './line-reader.ts';
import type { NormalisedFile } from './normalised-file.ts';
import type { LineWarning } from './row-remarks.ts';

/** What is kept of a value that is told. */
export const keptText = (text: string): string =>
  withoutCardNumbers(text).slice(0, bankFileLimits.keptCharsMax);

/** Says what of a line that was read is not as it should be. */
export function warn(file: NormalisedFile, reader: LineReader, row: Row, index: number): void {
  const { columns } = file.lines;
  const flags = columns.flags[index] as number;
  const keep = (warning: LineWarning): void => {
    file.warningCount++;
    if (file.warnings.length < bankFileLimits.warningsKeptMax) file.warnings.push(warning);
  };
  if ((flags & lineFlag.keyRounded) !== 0)
    for (const { field, value } of reader.roundedKeys(row))
      keep({ line: row.line, code: 'float', field, value: keptText(value) });
  if ((flags & lineFlag.rrnDamaged) !== 0) {
    const value = rrnText(columns.rrnHigh[index] as number, columns.rrnLow[index] as number, file.shared);
    if (!isRounded(value)) keep({ line: row.line, code: 'rrn', field: 'rrn', value });
  }
  if ((flags & lineFlag.chargeOfOther) === 0) return;
  const { at } = reader;
  const field = isEmptyCell(row, at.net) && isEmptyCell(row, at.netCredit) ? 'fee' : 'net';
  const cells = [at.netCurrency, at.net, at.netCredit, at.netDebit, at.totalFee, ...at.fees];
  const cell = cells.find((each) => !isEmptyCell(row, each)) ?? -1;
  keep({ line: row.line, code: 'chargeCurrency', field, value: keptText(cellText(row, cell)) });
}
