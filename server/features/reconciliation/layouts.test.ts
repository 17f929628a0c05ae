import * as xlsx from '@e965/xlsx';
import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { decimalText } from '@mizan/contract/money.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import { asProposed } from './testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  confirm,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();

test('columns are shown for confirmation once, and files of the same names are read by themselves from then on', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = (await sell(own, [
    { amountMinor: 10_000 },
    { amountMinor: 20_000, at: '2026-11-21 10:00' },
  ])) as [Sold, Sold];
  const asked = await upload(own, csvOf([csvLineOf(first)]));
  await own.runner.idle();
  const waiting = await detailOf(own, asked.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(waiting).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { headerLine: 1, missing: [] } });
  expect(waiting.proposal?.columns.map(({ field }) => field)).toEqual([
    'terminalId',
    'rrn',
    'authCode',
    'date',
    'card',
    'amount',
    'fee',
    'vat',
    'net',
  ]);
  expect(waiting.proposal?.columns[5]).toMatchObject({ title: 'Amount', samples: ['100.00'] });
  await confirm(own, waiting);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', verdict: 'BALANCED' });

  // The same columns in another order, with a preamble above them.
  const shuffle = (row: string): string => row.split(',').reverse().join(',');
  const shuffled = ['Najd Bank,Statement', shuffle(csvHeader), shuffle(csvLineOf(second)), ''].join('\n');
  const again = await upload(own, shuffled, 'december.csv');
  await own.runner.idle();
  const read = await detailOf(own, again.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(read).toMatchObject({ state: 'DONE', verdict: 'BALANCED', bankName: 'Najd Bank' });
});

test('a column that the payments tell says so, and once it was confirmed its files go by themselves', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = (await sell(own, [
    { amountMinor: 12_345 },
    { amountMinor: 20_000, at: '2026-11-21 10:00' },
  ])) as [Sold, Sold];
  const fileOf = ({ tid, rrn, amountMinor }: Sold, day: string): string =>
    `Transaction Date,Box,Slip,Amount,Shift\n${day},${tid},${rrn},${decimalText(amountMinor)},7\n`;
  const asked = await upload(own, fileOf(first, '2026-11-20'));
  await own.runner.idle();
  const waiting = await detailOf(own, asked.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(waiting.proposal?.columns.map(({ field, isByValues }) => [field, isByValues])).toEqual([
    ['date', false],
    ['terminalId', true],
    ['rrn', true],
    ['amount', false],
    [null, false],
  ]);
  await confirm(own, waiting);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', verdict: 'GROSS_AGREED' });
  const again = await upload(own, fileOf(second, '2026-11-21'), 'next.csv');
  await own.runner.idle();
  const read = await detailOf(own, again.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(read).toMatchObject({ state: 'DONE', verdict: 'GROSS_AGREED' });
});

test('columns of unknown names are mapped by hand; without amount and date nothing is read', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 12_345 }])) as [Sold];
  const content = `Maschine,Beleg,Wert,Wann\n${sale.tid},${sale.rrn},${decimalText(sale.amountMinor)},2026-11-20\n`;
  const asked = await upload(own, content);
  await own.runner.idle();
  const waiting = await detailOf(own, asked.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(waiting.proposal).toMatchObject({ missing: ['amount', 'date'] });

  const put = (fields: LayoutProposal['columns'][number]['field'][], readings: ChosenReadings = {}) => {
    const columns = (waiting.proposal?.columns ?? []).map(({ key }, index) => ({
      key,
      field: fields[index] ?? null,
    }));
    const body = { columns, readings, bankName: '', remember: false };
    return own.portal.call(
      contract.confirmLayout,
      { params: { id: waiting.id }, body },
      { token: own.token },
    );
  };
  const refused = await put(['terminalId', 'rrn', 'amount', null]);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ details: { fileError: 'columnsUnknown', field: 'date' } });
  // Chosen columns are tried before anything is judged by them.
  expect((await put(['terminalId', 'rrn', 'amount', 'date'])).json()).toMatchObject({
    state: 'WAITING_LAYOUT',
    trial: { isRunning: true },
  });
  await own.runner.idle();
  const tried = await detailOf(own, waiting.id);
  expect(tried).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { missing: [], rowsTried: 1 } });
  expect(tried.proposal?.questions.map(({ question, way }) => [question, way])).toEqual([
    ['day', 'date'],
    ['amounts', 'point'],
    ['currency', 'SAR'],
    ['fees', 'none'],
  ]);
  expect((await put(['terminalId', 'rrn', 'amount', 'date'])).statusCode).toBe(200);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  // Other columns are tried beside the verdict, which stands until the file is judged by them.
  const judged = { state: 'DONE', verdict: 'GROSS_AGREED', result: { matchedCount: 1 } };
  expect((await put(['rrn', 'terminalId', 'amount', 'date'])).json()).toMatchObject({
    ...judged,
    trial: { isRunning: true },
  });
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({
    ...judged,
    proposal: { columns: [{ field: 'terminalId' }, { field: 'rrn' }, {}, {}] },
    trial: {
      isRunning: false,
      proposal: {
        columns: [{ field: 'rrn' }, { field: 'terminalId' }, {}, {}],
        whole: { atBest: { verdict: 'UNBALANCED' } },
      },
    },
  });
  // Without a payment that they find, some readings are to be answered.
  const { trial } = await detailOf(own, waiting.id);
  if (!trial?.proposal) throw new Error('nothing was tried');
  const { readings } = asProposed(trial.proposal, '', false);
  expect((await put(['rrn', 'terminalId', 'amount', 'date'], readings)).statusCode).toBe(200);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({
    state: 'DONE',
    verdict: 'UNBALANCED',
    trial: null,
    proposal: { columns: [{ field: 'rrn' }, { field: 'terminalId' }, {}, {}] },
    history: [{ verdict: 'UNBALANCED', cause: { kind: 'reread' } }, { verdict: 'GROSS_AGREED' }],
  });
});

/** Arabic text in windows-1256, for the signs that these tests use. */
function windows1256(text: string): Buffer {
  const decoder = new TextDecoder('windows-1256');
  const byteOf = new Map<string, number>();
  for (let byte = 0x80; byte < 0x100; byte++) byteOf.set(decoder.decode(Uint8Array.of(byte)), byte);
  return Buffer.from([...text].map((sign) => byteOf.get(sign) ?? sign.charCodeAt(0)));
}

test('409: two files whose columns are confirmed at the same moment: one goes on, the other waits', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [{ amountMinor: 1_000 }, { amountMinor: 2_000 }]);
  const ids: string[] = [];
  for (const sale of sales) {
    const answer = await upload(own, csvOf([csvLineOf(sale)]));
    ids.push(answer.json<{ bankFile: { id: string } }>().bankFile.id);
    await own.runner.idle();
  }
  const [first = '', second = ''] = ids;
  const { proposal } = await detailOf(own, second);
  if (!proposal) throw new Error('nothing waits to be confirmed');
  const body = asProposed(proposal, '', false);
  const { db } = own.portal;
  let answer: Promise<{ statusCode: number; json(): unknown }> | undefined;
  // The first one is about to be committed when the second one looks for others and finds none.
  await inTenant(db, own.merchant.merchantId, async (tx) => {
    await tx.change(`UPDATE bank_files SET state = 'RECEIVED' WHERE merchant_id = tenant_id() AND id = $1`, [
      first,
    ]);
    const { pid } = (await tx.row<{ pid: number }>('SELECT pg_backend_pid() AS pid')) ?? { pid: 0 };
    answer = own.portal.call(contract.confirmLayout, { params: { id: second }, body }, { token: own.token });
    // On a cluster they wait for each other where the rows lie, and Citus tells who does.
    const waits = db.distributed
      ? 'SELECT EXISTS (SELECT FROM citus_lock_waits WHERE $1::int IS NOT NULL) AS it'
      : 'SELECT EXISTS (SELECT 1 FROM pg_locks WHERE NOT granted AND $1 = ANY(pg_blocking_pids(pid))) AS it';
    await expect.poll(async () => (await platformRows<{ it: boolean }>(db, waits, [pid]))[0]?.it).toBe(true);
  });
  const refused = await answer;
  expect([refused?.statusCode, refused?.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'bankFileRunning' }),
  ]);
  await own.runner.idle();
});

test('an Arabic file in windows-1256 is read and matched', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 98_765 }])) as [Sold];
  const header = 'رقم الجهاز;الرقم المرجعي;تاريخ العملية;المبلغ;الرسوم;الضريبة';
  const row = [
    sale.tid,
    sale.rrn,
    '20/11/2026',
    decimalText(sale.amountMinor),
    decimalText(sale.feeMinor),
    decimalText(sale.vatMinor),
  ].join(';');
  const detail = await reconcile(own, windows1256(`${header}\n${row}\n`), 'كشف.csv');
  expect(detail).toMatchObject({ fileName: 'كشف.csv', state: 'DONE', verdict: 'BALANCED', linesRead: 1 });
});

test('an XLSX workbook is read and matched', async () => {
  const own = await anotherMerchant(world);
  const sales = await sell(own, [{ amountMinor: 10_000 }, { amountMinor: 250 }]);
  const rows = [csvHeader, ...sales.map((sale) => csvLineOf(sale))].map((row) => row.split(','));
  const workbook = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(workbook, xlsx.utils.aoa_to_sheet(rows), 'Settlement');
  const content = xlsx.write(workbook, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  const detail = await reconcile(own, content, 'najd.xlsx');
  expect(detail).toMatchObject({ state: 'DONE', verdict: 'BALANCED', linesRead: 2 });
});

/** The upload of a file whose first columns wait for nobody any more. */
async function uploaded(own: BankWorld, content: string, fileName?: string) {
  const answer = await upload(own, content, fileName);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  return detailOf(own, id);
}

const plainHeader = 'Terminal ID,RRN,Date,Amount';
const plainLine = (sale: Sold, date: string): string =>
  [sale.tid, sale.rrn, date, decimalText(sale.amountMinor)].join(',');

test('422: a question that nothing decides is not answered for anybody', async () => {
  const own = await anotherMerchant(world);
  const waiting = await uploaded(own, `${plainHeader}\n88501158,632400000001,03/04/2026,100.00\n`);
  expect(waiting.proposal?.questions.find(({ question }) => question === 'dateOrder')).toMatchObject({
    way: null,
    evidence: 'none',
    tried: 1,
  });
  const { proposal } = waiting;
  if (!proposal) throw new Error('nothing waits to be confirmed');
  const body = asProposed(proposal, '', false);
  const { dateOrder: _, ...others } = body.readings;
  const put = (readings: ChosenReadings) =>
    own.portal.call(
      contract.confirmLayout,
      { params: { id: waiting.id }, body: { ...body, readings } },
      { token: own.token },
    );
  const refused = await put(others);
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'readingsOpen', details: { question: 'dateOrder' } }),
  ]);
  expect((await put({ ...others, dateOrder: 'monthFirst' })).statusCode).toBe(200);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', firstDay: '2026-03-04' });
});

test('a file without names is mapped by hand by its places, and later ones of its shape are proposed as it was', async () => {
  const own = await anotherMerchant(world);
  const [first, second, third] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-14 14:05' },
    { amountMinor: 20_000, at: '2026-11-15 14:05' },
    { amountMinor: 30_000, at: '2026-11-16 14:05' },
  ])) as [Sold, Sold, Sold];
  const rowOf = (sale: Sold, day: number): string => `${plainLine(sale, `${day}/11/2026`)}\n`;
  const unread = `x,${rowOf(first, 14)}`;
  const waiting = await uploaded(
    own,
    rowOf(first, 14).repeat(2).replace(first.rrn, '632600000000'),
    'first.csv',
  );
  expect(waiting).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { headerLine: 0, missing: ['amount', 'date'] },
  });
  const { proposal } = waiting;
  expect(proposal?.columns.map(({ key, field }) => [key, field])).toEqual([
    ['#1 key', null],
    ['#2 key', null],
    ['#3 date', null],
    ['#4 amount', null],
  ]);
  const fields = ['terminalId', 'rrn', 'date', 'amount'] as const;
  const columns = (proposal?.columns ?? []).map(({ key }, index) => ({ key, field: fields[index] ?? null }));
  const body = { columns, readings: {}, bankName: 'Najd Bank', remember: true };
  const put = await own.portal.call(
    contract.confirmLayout,
    { params: { id: waiting.id }, body },
    { token: own.token },
  );
  expect(put.statusCode).toBe(200);
  await own.runner.idle();
  await confirm(own, await detailOf(own, waiting.id));
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', linesRead: 2 });
  const same = await uploaded(own, rowOf(second, 15) + rowOf(third, 16), 'second.csv');
  // Another bank's may have the same shape: nobody but a person knows whose it is.
  expect(same).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { isRemembered: true } });
  expect(same.proposal?.columns.map(({ field }) => field)).toEqual(fields);
  await confirm(own, same);
  await own.runner.idle();
  expect(await detailOf(own, same.id)).toMatchObject({ state: 'DONE', result: { matchedCount: 2 } });
  const other = await uploaded(own, unread.repeat(2), 'third.csv');
  expect(other).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { isRemembered: false } });
});

test('a remembered layout that suddenly finds nothing waits for a person, and says which question changed', async () => {
  const own = await anotherMerchant(world);
  const [first, second] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-03 14:05' },
    { amountMinor: 20_000, at: '2026-11-04 14:05' },
  ])) as [Sold, Sold];
  const done = await reconcile(own, `${plainHeader}\n${plainLine(first, '03/11/2026')}\n`);
  expect(done).toMatchObject({ state: 'DONE', proposal: { chosen: { dateOrder: 'dayFirst', day: 'date' } } });

  // The bank turned day and month round.
  const turned = await uploaded(own, `${plainHeader}\n${plainLine(second, '11/04/2026')}\n`, 'turned.csv');
  expect(turned).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { isRemembered: true } });
  expect(turned.proposal?.questions.find(({ question }) => question === 'dateOrder')).toMatchObject({
    way: 'monthFirst',
    changed: 'otherWay',
    ways: [
      { way: 'dayFirst', finds: 0 },
      { way: 'monthFirst', finds: 1 },
    ],
  });
  await confirm(own, turned);
  await own.runner.idle();
  expect(await detailOf(own, turned.id)).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
});

test('how a judged file was read is changed and judged again, without an undo by hand', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000, at: '2026-11-03 14:05' }])) as [Sold];
  const waiting = await uploaded(own, `${plainHeader}\n${plainLine(sale, '03/11/2026')}\n`);
  const { proposal } = waiting;
  if (!proposal) throw new Error('nothing waits to be confirmed');
  const put = async (readings: ChosenReadings): Promise<void> => {
    const body = { ...asProposed(proposal, '', false), readings };
    const answer = await own.portal.call(
      contract.confirmLayout,
      { params: { id: waiting.id }, body },
      { token: own.token },
    );
    expect(answer.statusCode).toBe(200);
    await own.runner.idle();
  };
  await put({ dateOrder: 'monthFirst' });
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', firstDay: '2026-03-11' });
  await put({ dateOrder: 'dayFirst' });
  const again = await detailOf(own, waiting.id);
  expect(again).toMatchObject({
    state: 'DONE',
    firstDay: '2026-11-03',
    result: { matchedCount: 1 },
    proposal: { chosen: { dateOrder: 'dayFirst' } },
  });
});

test('readings are tried on payments named by an approval code, or by a reference with any sign in it', async () => {
  const own = await anotherMerchant(world);
  const [coded, ordered] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-03 14:05' },
    { amountMinor: 20_000, at: '2026-11-04 14:05', orderRef: "O'Brien \\ 7" },
  ])) as [Sold, Sold];
  const dateOrderOf = async (content: string, fileName: string) => {
    const { proposal } = await uploaded(own, content, fileName);
    return proposal?.questions.find(({ question }) => question === 'dateOrder');
  };
  const found = {
    way: 'dayFirst',
    evidence: 'finds',
    ways: [
      { way: 'dayFirst', finds: 1 },
      { way: 'monthFirst', finds: 0 },
    ],
  };
  const card = `484783******${coded.lastFour}`;
  const byCode = `Approval Code,Card Number,Date,Amount\n${coded.approvalCode},${card},03/11/2026,100.00\n`;
  expect(await dateOrderOf(byCode, 'codes.csv')).toMatchObject(found);
  const byOrder = `Order ID,Card Scheme,Date,Amount\n${ordered.orderRef},Mada,04/11/2026,200.00\n`;
  expect(await dateOrderOf(byOrder, 'orders.csv')).toMatchObject(found);
});
