/** A day that a bank splits at 50,000 lines a file, judged as one set with every payment of it. */
import { expect, test } from 'vitest';
import { sold, tryBankFile } from './bank-file-trial.ts';
import { zipOf } from './read/zip-trial.ts';

const names = 'paidTime|transactionType|totalAmount|currency|fee|orderNo|terminalId|rrn';
const linesPerFile = 50_000;
/** Two full files and the one line of a third. */
const linesTotal = 2 * linesPerFile + 1;
const rrnOf = (number: number): string => String(700_000_000_000 + number);
const timeOf = (number: number): string => {
  const minutes = number % 600;
  return `${String(8 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
};
const lineOf = (number: number, amount = '100.00'): string =>
  `2026-11-20 ${timeOf(number)}:00|PAY|${amount}|SAR|0.92||88501158|${rrnOf(number)}\n`;

/** The parts of the day as files: '_001' has lines 1 to 50,000, and so on; each states the lines of the whole day. */
function partsOf(lines: readonly string[], stated: number): { name: string; content: string }[] {
  const head = `20261120|2026-11-20 00:00:00|2026-11-20 23:59:59|${stated}\n${names}\n`;
  return Array.from({ length: Math.ceil(lines.length / linesPerFile) }, (_, at) => ({
    name: `20261120_${String(at + 1).padStart(3, '0')}.csv`,
    content: head + lines.slice(at * linesPerFile, (at + 1) * linesPerFile).join(''),
  }));
}

const numbers = Array.from({ length: linesTotal }, (_, at) => at + 1);
const payments = numbers.map((number) =>
  sold(number, `20 ${timeOf(number)}`, {
    rrn: rrnOf(number),
    stan: String(number % 1_000_000).padStart(6, '0'),
  }),
);
const lines = numbers.map((number) => lineOf(number));

test('100,001 lines in three files are one set: each payment has its line, and what is wrong in the last file is named', async () => {
  const wrong = linesTotal - 1;
  const changed = lines.with(wrong - 1, lineOf(wrong, '90.00'));
  // The first file ends with its last line, without a line end behind it.
  const [first, ...others] = partsOf(changed, linesTotal);
  if (!first) throw new Error('the day has three files');
  const parts = [{ ...first, content: first.content.trimEnd() }, ...others];
  const { summary, entries } = await tryBankFile(zipOf(parts), payments);
  expect(summary).toMatchObject({ linesRead: linesTotal, linesRejected: 0, absent: [] });
  expect(summary.totals).toMatchObject([{ measure: 'count', agrees: true, sum: linesTotal }]);
  const unlike = entries.filter(({ outcome }) => outcome !== 'matched');
  expect(unlike.map(({ outcome, rrn }) => [outcome, rrn])).toEqual([['amountDiffers', rrnOf(wrong)]]);
}, 60_000);

test('without its second file the set is incomplete and names it; its payments wait and are not missing', async () => {
  const [one, , three] = partsOf(lines, linesTotal);
  if (!one || !three) throw new Error('the day has three files');
  const { summary, entries } = await tryBankFile(zipOf([one, three]), payments);
  expect(summary.linesRead).toBe(linesTotal - linesPerFile);
  expect(summary.verdict).toBe('INCOMPLETE');
  expect(summary.absent.map(({ kind, value }) => [kind, value])).toContainEqual(['partOfFile', '2']);
  expect(entries.filter(({ outcome }) => outcome === 'missingInBank')).toEqual([]);
  expect(entries.filter(({ outcome }) => outcome === 'waits').length).toBe(linesPerFile);
}, 60_000);
