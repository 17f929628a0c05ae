import { expect, test } from 'vitest';
import { withFile } from './file-trial.ts';
import { readTable } from './read-table.ts';
import { cellText } from './row.ts';

const rowsOf = (text: string | Uint8Array, isSample: boolean): Promise<string[]> =>
  withFile(text, async (filePath) => {
    const rows: string[] = [];
    await readTable(filePath, {
      isSample,
      onFacts: () => {},
      onRow: (row) => void rows.push(`${cellText(row, 0)} ${cellText(row, 1)} ${row.cellCount}`),
      onProgress: () => {},
    });
    return rows;
  });
const textOf = (count: number): string =>
  `RRN,name,amount\n${Array.from({ length: count }, (_, index) => `${100_000_000_000 + index},قهوة,1.00`).join('\n')}\n`;

test('a sample of a large file is whole lines from its beginning to its end', async () => {
  const count = 200_000;
  const rows = await rowsOf(textOf(count), true);
  expect(rows[0]).toBe('RRN name 3');
  expect(rows.length).toBeLessThan(count / 2);
  const numbers = rows.slice(1).map((row) => Number(row.split(' ')[0]) - 100_000_000_000);
  expect(rows.slice(1).every((row) => /^1\d{11} قهوة 3$/.test(row))).toBe(true);
  expect(numbers[0]).toBe(0);
  expect(numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number))).toBe(true);
  expect(numbers.at(-1)).toBeGreaterThan(count * 0.95);
});

test('a small file is read whole for a sample, too, and a large one where no sample is wanted', async () => {
  expect(await rowsOf(textOf(500), true)).toHaveLength(501);
  expect(await rowsOf(textOf(200_000), false)).toHaveLength(200_001);
});
