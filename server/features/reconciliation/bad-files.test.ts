import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import * as contract from '@mizan/contract/reconciliation.ts';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { workbookParts, zipOf } from '../../reconciliation/read/zip-trial.ts';
import { receiveFile } from './bank-file-on-disk.ts';
import { threadEngine } from './bank-file-runner.deps.ts';
import {
  anotherMerchant,
  bankWorld,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld(threadEngine);

test('422: an upload that ends before what was announced was cut, and nothing of it is left', async () => {
  const own = await anotherMerchant(world);
  const before = await readdir(world.portal.bankFiles);
  const answer = await own.portal.call(
    contract.uploadBankFile,
    { query: { fileName: 'cut.csv', sizeBytes: 5_000 }, body: Buffer.from('Terminal ID,Amount\n') },
    { token: own.token },
  );
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ code: 'unreadableFile', details: { fileError: 'cut' } });
  expect(await readdir(world.portal.bankFiles)).toEqual(before);
  const list = await own.portal.call(contract.listBankFiles, { query: {} }, { token: own.token });
  expect(list.json()).toEqual({ rows: [], nextCursor: null });
});

test('a line that breaks in the middle of an upload leaves nothing', async () => {
  const before = await readdir(world.portal.bankFiles);
  const broken = new Readable({ read() {} });
  broken.push('Terminal ID,Amount\n');
  const received = receiveFile(world.portal.bankFiles, broken, undefined);
  await delay(1);
  broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await expect(received).rejects.toMatchObject({ code: 'unreadableFile', details: { fileError: 'cut' } });
  expect(await readdir(world.portal.bankFiles)).toEqual(before);
});

test('a line that is broken before the file is open leaves nothing, and the portal lives', async () => {
  const before = await readdir(world.portal.bankFiles);
  const broken = new Readable({ read() {} });
  const received = receiveFile(world.portal.bankFiles, broken, undefined);
  broken.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
  await expect(received).rejects.toMatchObject({ code: 'unreadableFile', details: { fileError: 'cut' } });
  expect(await readdir(world.portal.bankFiles)).toEqual(before);
});

test.each(['najd.pdf', 'najd.docx', 'najd.txt.gz', 'najd.csv.exe', 'najd', '.csv.', 'csv'])(
  '422: a file named %s, with the formats that are accepted, and nothing of it is kept',
  async (fileName) => {
    const before = await readdir(world.portal.bankFiles);
    const answer = await upload(world, 'Terminal ID,Amount\n', fileName);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      code: 'unreadableFile',
      message: 'Upload accepts only CSV, XLSX and Excel formats.',
      details: { fileError: 'format' },
    });
    expect(await readdir(world.portal.bankFiles)).toEqual(before);
  },
);

test('endings are read in any case', async () => {
  const own = await anotherMerchant(world);
  for (const name of ['A.CSV', 'a.Xlsx', 'A.XLS']) {
    const answer = await upload(own, `1,2,3\n${name},5,6\n`, name);
    expect([name, answer.statusCode]).toEqual([name, 201]);
    await own.runner.idle();
  }
});

const textOf = (separator: string, sold: readonly Sold[]): string =>
  csvOf(sold.map((sale) => csvLineOf(sale))).replaceAll(',', separator);

test.each([
  ['najd.txt', (sold: readonly Sold[]) => textOf('|', sold)],
  ['NAJD.TSV', (sold: readonly Sold[]) => textOf('\t', sold)],
  [
    'najd.zip',
    (sold: readonly Sold[]) =>
      zipOf(sold.map((sale, index) => ({ name: `day_${index + 1}.txt`, content: textOf('|', [sale]) }))),
  ],
])("a bank's text is read under its name %s to its verdict", async (fileName, contentOf) => {
  const own = await anotherMerchant(world);
  const detail = await reconcile(
    own,
    contentOf(await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 2_500 }])),
    fileName,
  );
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'BALANCED', linesRead: 2, fileName });
});

test('what a text holds is judged by what it is: a letter is refused after it was received', async () => {
  const own = await anotherMerchant(world);
  const detail = await reconcile(own, 'Dear merchant\n', 'letter.txt');
  expect(detail).toMatchObject({ state: 'REFUSED', refusal: { code: 'notTable' } });
});

test('refused: column names without a line below them, before anybody is asked about them', async () => {
  const own = await anotherMerchant(world);
  const detail = await reconcile(own, csvOf([]));
  expect(detail).toMatchObject({ state: 'REFUSED', refusal: { code: 'noLines' }, verdict: null });
});

test('a file of which no line could be read is incomplete: nothing in it was compared', async () => {
  const own = await anotherMerchant(world);
  await sell(own, [{ amountMinor: 10_000 }]);
  const detail = await reconcile(own, csvOf(['88000001,632', '88000001,633']));
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'INCOMPLETE', linesRead: 0, linesRejected: 2 });
  expect(detail.isOpen).toBe(true);
});

test('refused at once: a workbook with a part outside of itself, at the first attempt', async () => {
  const own = await anotherMerchant(world);
  const parts = [...workbookParts('<row r="1"><c><v>1</v></c></row>'), { name: '../x', content: 'x' }];
  const detail = await reconcile(own, zipOf(parts), 'najd.xlsx');
  expect(detail).toMatchObject({ state: 'REFUSED', refusal: { code: 'unsafePath' } });
  const { rows } = await own.portal.db.platform.query('SELECT attempts FROM bank_files WHERE id = $1', [
    detail.id,
  ]);
  expect(rows).toEqual([{ attempts: 1 }]);
});

test('422: an empty file', async () => {
  const answer = await upload(world, '');
  expect(answer.statusCode).toBe(422);
  expect(answer.json()).toMatchObject({ details: { fileError: 'empty' } });
});

test('413: a file that says it is larger than any bank file may be is refused before it is sent', async () => {
  const query = { fileName: 'huge.csv', sizeBytes: bankFileLimits.textBytesMax + 1 };
  const answer = await world.portal.call(
    contract.uploadBankFile,
    { query, body: Buffer.from('a') },
    { token: world.token },
  );
  expect(answer.statusCode).toBe(413);
  expect(answer.json()).toMatchObject({
    details: { fileError: 'tooLarge', maxBytes: bankFileLimits.textBytesMax },
  });
});

test('413: a workbook has a smaller limit than text, told by its first bytes', async () => {
  const mebibyte = Buffer.alloc(1024 * 1024);
  const parts = Array.from({ length: bankFileLimits.workbookBytesMax / mebibyte.length + 1 }, () => mebibyte);
  const workbook = Readable.from([Buffer.from('504b030414000000', 'hex'), ...parts]);
  await expect(receiveFile(world.portal.bankFiles, workbook, undefined)).rejects.toMatchObject({
    code: 'tooLarge',
    details: { maxBytes: bankFileLimits.workbookBytesMax },
  });
});

test('refused: a picture that calls itself a CSV, and the portal keeps none of it', async () => {
  const own = await anotherMerchant(world);
  const before = await readdir(world.portal.bankFiles);
  const picture = Buffer.concat([Buffer.from('89504e470d0a1a0a00000000', 'hex'), randomBytes(4_000)]);
  const detail = await reconcile(own, picture);
  expect(detail).toMatchObject({ state: 'REFUSED', refusal: { code: 'notTable' }, result: null });
  expect(await readdir(world.portal.bankFiles)).toEqual(before);
});

test('refused: text without a line of column names', async () => {
  const own = await anotherMerchant(world);
  const detail = await reconcile(own, '1,2,3\n4,5,6\n');
  expect(detail).toMatchObject({ state: 'REFUSED', refusal: { code: 'noHeader' } });
});

test('a broken row and a malformed amount are rejected by name; the good rows go on, and the verdict says so', async () => {
  const own = await anotherMerchant(world);
  const [good, wrong, other] = (await sell(own, [
    { amountMinor: 10_000 },
    { amountMinor: 20_000 },
    { amountMinor: 30_000 },
  ])) as [Sold, Sold, Sold];
  const malformed = csvLineOf(wrong).replace('200.00', '2OO.00');
  const detail = await reconcile(own, csvOf([csvLineOf(good), malformed, '88000001,632', csvLineOf(other)]));
  expect(detail).toMatchObject({ state: 'DONE', linesRead: 2, linesRejected: 2 });
  expect(detail.result?.matchedCount).toBe(2);
  const { id } = detail;
  const answer = await own.portal.call(
    contract.listRejectedLines,
    { params: { id }, query: {} },
    { token: own.token },
  );
  expect(answer.json()).toMatchObject({
    rows: [
      { line: 3, code: 'amount', field: 'amount', value: '2OO.00' },
      { line: 4, code: 'columns' },
    ],
    nextAfter: null,
  });
});

test('rows that are no lines are kept with what they are, and a total with the lines that it closes', async () => {
  const own = await anotherMerchant(world);
  const [one, two] = (await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 20_000 }])) as [Sold, Sold];
  const lines = [csvLineOf(one), csvLineOf(two)];
  const total = (amount: string): string => `Total,,,2026-11-20,,${amount},,,`;
  const detail = await reconcile(
    own,
    `Najd Bank,,\n${csvOf([...lines, '', total('300.00'), total('310.00')])}`,
  );
  expect(detail.result?.absent).toContainEqual({ kind: 'linesOfTotal', value: '1000', count: 1 });
  expect(detail.verdict).toBe('INCOMPLETE');
  expect(detail.result?.rows).toMatchObject({ count: 7, notCounted: { title: 1, total: 2, blank: 1 } });
  const { id } = detail;
  const answer = await own.portal.call(
    contract.listRejectedLines,
    { params: { id }, query: { kind: 'NOT_COUNTED' } },
    { token: own.token },
  );
  const closed = { currency: 'SAR', measure: 'gross', lineCount: 2, fromLine: 3, toLine: 4, sum: 30_000 };
  expect(contract.listRejectedLines.output.parse(answer.json())).toMatchObject({
    rows: [
      { line: 1, code: 'title', value: 'Najd Bank', total: null },
      { line: 6, code: 'total', total: { ...closed, stated: 30_000, agrees: true } },
      { line: 7, code: 'total', total: { ...closed, stated: 31_000, agrees: false } },
    ],
  });
});

test('a file of which every row is rejected ends incomplete and stays open', async () => {
  const own = await anotherMerchant(world);
  const [sold] = (await sell(own, [{ amountMinor: 10_000 }])) as [Sold];
  const detail = await reconcile(own, csvOf([csvLineOf(sold).replace('100.00', 'AED 100.00')]));
  expect(detail).toMatchObject({
    state: 'DONE',
    verdict: 'INCOMPLETE',
    linesRead: 0,
    linesRejected: 1,
    isOpen: true,
  });
});

test('409: one bank file of a merchant at a time; another merchant is not held up', async () => {
  const own = await anotherMerchant(world);
  const other = await anotherMerchant(world);
  const first = await upload(own, csvOf(['88000001,1,1,2026-11-20,1234,1.00,0,0,1.00']));
  const second = await upload(own, csvOf(['88000001,2,2,2026-11-20,1234,2.00,0,0,2.00']));
  expect(second.statusCode).toBe(409);
  const { id } = first.json<{ bankFile: { id: string } }>().bankFile;
  expect(second.json()).toMatchObject({ code: 'bankFileRunning', details: { bankFileId: id } });
  expect((await upload(other, csvOf(['88000001,3,3,2026-11-20,1234,3.00,0,0,3.00']))).statusCode).toBe(201);
  await world.runner.idle();
  expect((await detailOf(own, id)).state).toBe('WAITING_LAYOUT');
});
