/**
 * A normal shop on good days, a file a day: asked about once, with the first of them, and balanced without a question after it. What was
 * sold after a file's newest line is in no file yet, and claimed by none.
 */
import { addBank } from '@mizan/contract/banks.ts';
import { expect, test } from 'vitest';
import { inPlatform, platformRows } from '../../platform/database/database.ts';
import { expectationDifferences } from '../../testing/agreement.ts';
import { placeTerminal } from '../banks/banks.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvHeader,
  csvLineOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

/** Sunday, 22 November 2026. */
const world = await bankWorld();
const [dateColumn] = csvHeader.split(',').flatMap((name, at) => (/date/i.test(name) ? [at] : []));
if (dateColumn === undefined) throw new Error('the file has a column of dates');

const without = (line: string, at: number): string => line.split(',').toSpliced(at, 1).join(',');
const asDay = (line: string): string => {
  const cells = line.split(',');
  return cells.toSpliced(dateColumn, 1, (cells[dateColumn] ?? '').slice(0, 10)).join(',');
};
const nextDay = (day: string): string => `2026-11-${String(Number(day.slice(8)) + 1).padStart(2, '0')}`;
const dayOf = ({ at }: Sold): string => at.slice(0, 10);

/** How often a person was asked, and each file as it stands when all have come. */
async function bringAll(own: BankWorld, files: readonly string[]) {
  const asked: number[] = [];
  const ids: string[] = [];
  for (const [index, file] of files.entries()) {
    const answer = await upload(own, file, `day-${index}.csv`);
    expect(answer.statusCode).toBe(201);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    ids.push(id);
    await own.runner.idle();
    const came = await detailOf(own, id);
    if (came.state !== 'WAITING_LAYOUT') continue;
    asked.push(index);
    await confirm(own, came);
    await own.runner.idle();
  }
  return { asked, files: await Promise.all(ids.map((id) => detailOf(own, id))) };
}
const balanced = { state: 'DONE', verdict: 'BALANCED', exceptionCount: 0 };
/** What a file says of the money after it when all is in some file. */
const nothingAfter = { after: [], withoutFile: [], beforeFirstFile: [] };

test('all card schemes in one daily file, mada paid the day after and cards later: no question after the first', async () => {
  const own = await anotherMerchant(world);
  const schemes = ['Mada', 'Visa', 'MasterCard', 'Mada', 'Visa'] as const;
  const sold = await sell(
    own,
    ['08', '09', '10', '11'].flatMap((day) =>
      schemes.map((scheme, index) => ({
        amountMinor: 10_000 + index,
        scheme,
        at: `2026-11-${day} ${String(9 + 3 * index).padStart(2, '0')}:20`,
        terminal: index % 2,
      })),
    ),
  );
  // Mada's lines of a day beside those of cards that were sold the day before: each is in the file of the day that pays it.
  const paidOn = (sale: Sold): string => (sale.scheme === 'Mada' ? dayOf(sale) : nextDay(dayOf(sale)));
  const days = [...new Set(sold.map(paidOn))].toSorted();
  const files = days.map((day) =>
    [
      `${csvHeader},Settlement Date`,
      ...sold.filter((sale) => paidOn(sale) === day).map((sale) => `${csvLineOf(sale)},${nextDay(day)}`),
      '',
    ].join('\n'),
  );
  const { asked, files: told } = await bringAll(own, files);
  expect(asked).toEqual([0]);
  for (const file of told) expect(file).toMatchObject(balanced);
  expect(told.at(-1)?.result?.coverage).toMatchObject(nothingAfter);
});

test('settlement dates alone: each file covers to its newest sale, and not the evening after it', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    ['16', '17', '18'].flatMap((day) =>
      ['09:10', '14:30', '23:20'].map((time) => ({ amountMinor: 12_300, at: `2026-11-${day} ${time}` })),
    ),
  );
  await sell(own, [{ amountMinor: 7_700, at: '2026-11-18 23:40' }]);
  const header = `${without(csvHeader, dateColumn)},Settlement Date`;
  const files = ['2026-11-16', '2026-11-17', '2026-11-18'].map((day) =>
    [
      header,
      ...sold
        .filter((sale) => dayOf(sale) === day)
        .map((sale) => `${without(csvLineOf(sale), dateColumn)},${nextDay(day)}`),
      '',
    ].join('\n'),
  );
  const { asked, files: told } = await bringAll(own, files);
  expect(asked).toEqual([0]);
  for (const file of told) expect(file).toMatchObject(balanced);
  const newest = told.at(-1)?.result?.coverage;
  expect(newest?.to).toBe('2026-11-18T20:20:00.000Z');
  expect(newest?.after.map(({ count, amountMinor }) => [count, amountMinor])).toEqual([[1, 7_700]]);
});

test('days without a time, of a bank that closes at 22:00: what was sold later is of the next file, and claimed by none before', async () => {
  const own = await anotherMerchant(world);
  await platformRows(
    world.portal.db,
    "UPDATE bank_cutoffs SET cutoff = '22:00' WHERE merchant_id = $1 RETURNING bank_id",
    [own.merchant.merchantId],
  );
  const sold = await sell(
    own,
    ['15', '16', '17'].flatMap((day) =>
      ['10:00', '21:30', '23:30'].map((time) => {
        const at = `2026-11-${day} ${time}`;
        return {
          amountMinor: 4_500,
          at,
          businessDay: time > '22:00' ? nextDay(at.slice(0, 10)) : at.slice(0, 10),
        };
      }),
    ),
  );
  const businessDay = (sale: Sold): string =>
    sale.at.slice(11) > '22:00' ? nextDay(dayOf(sale)) : dayOf(sale);
  const files = ['2026-11-15', '2026-11-16', '2026-11-17'].map((day) =>
    [
      csvHeader,
      ...sold
        .filter((sale) => businessDay(sale) === day)
        .map((sale) => asDay(csvLineOf({ ...sale, at: `${day} 00:00` }))),
      '',
    ].join('\n'),
  );
  const { asked, files: told } = await bringAll(own, files);
  expect(asked).toEqual([0]);
  for (const file of told) expect(file).toMatchObject(balanced);
  const newest = told.at(-1)?.result?.coverage;
  expect(newest?.to).toBe('2026-11-17T18:30:00.000Z');
  expect(newest?.after.map(({ count, amountMinor }) => [count, amountMinor])).toEqual([[1, 4_500]]);
});

test('mada and Visa of one terminal with two banks, a file of each: both balanced, and neither lacks the other’s cards', async () => {
  const own = await anotherMerchant(world);
  const { portal, token, merchant } = own;
  const [first] = await platformRows<{ id: string }>(
    portal.db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchant.merchantId],
  );
  const body = { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null, cutoff: '00:00' };
  const second = (await portal.call(addBank, { body }, { token })).json<{ id: string }>().id;
  await inPlatform(portal.db, async (tx) => {
    for (const { id: terminalId } of merchant.terminals)
      await placeTerminal(tx, merchant.merchantId, { terminalId, bankId: second, scheme: 'Visa' });
  });
  const schemes = ['Mada', 'Visa', 'Mada', 'Visa'] as const;
  const sold = await sell(
    own,
    ['09', '10', '11'].flatMap((day) =>
      schemes.map((scheme, index) => ({
        amountMinor: 10_000 + index,
        scheme,
        at: `2026-11-${day} ${10 + 2 * index}:00`,
        ...(scheme === 'Visa' && { bankId: second }),
      })),
    ),
  );
  const fileOf = (day: string, scheme: 'Mada' | 'Visa') => {
    const lines = sold
      .filter((sale) => sale.scheme === scheme && dayOf(sale) === day)
      .map((sale) => csvLineOf(sale));
    // The second bank's file has a column of its own, and so is told from the first one's.
    return scheme === 'Mada'
      ? [csvHeader, ...lines, ''].join('\n')
      : [`${csvHeader},Branch`, ...lines.map((line) => `${line},001`), ''].join('\n');
  };
  const files = ['2026-11-09', '2026-11-10', '2026-11-11'].flatMap((day) => [
    fileOf(day, 'Mada'),
    fileOf(day, 'Visa'),
  ]);
  const { asked, files: told } = await bringAll(own, files);
  expect(asked).toEqual([0, 1]);
  for (const file of told) expect(file).toMatchObject({ ...balanced, result: { holes: [] } });
  const bankIds = told.map(({ result }) => result?.coverage?.place?.bankIds);
  expect(bankIds).toEqual([0, 1, 2].flatMap(() => [[first?.id], [second]]));
  for (const file of told.slice(-2)) expect(file.result?.coverage).toMatchObject(nothingAfter);
  expect(await expectationDifferences(portal.db)).toEqual([]);
});
