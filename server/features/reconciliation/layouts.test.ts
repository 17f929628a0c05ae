import * as xlsx from '@e965/xlsx';
import { decimalText } from '@mizan/contract/money.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { inTenant, platformRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
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

test('columns of unknown names are mapped by hand; without amount and date nothing is read', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 12_345 }])) as [Sold];
  const content = `Maschine,Beleg,Wert,Wann\n${sale.tid},${sale.rrn},${decimalText(sale.amountMinor)},2026-11-20\n`;
  const asked = await upload(own, content);
  await own.runner.idle();
  const waiting = await detailOf(own, asked.json<{ bankFile: { id: string } }>().bankFile.id);
  expect(waiting.proposal).toMatchObject({ missing: ['amount', 'date'] });

  const put = (fields: contract.LayoutProposal['columns'][number]['field'][]) => {
    const columns = (waiting.proposal?.columns ?? []).map(({ key }, index) => ({
      key,
      field: fields[index] ?? null,
    }));
    const body = {
      columns,
      dateOrder: 'dayFirst' as const,
      decimalComma: false,
      utc: false,
      bankName: '',
      remember: false,
    };
    return own.portal.call(
      contract.confirmLayout,
      { params: { id: waiting.id }, body },
      { token: own.token },
    );
  };
  const refused = await put(['terminalId', 'rrn', 'amount', null]);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ details: { fileError: 'columnsUnknown', field: 'date' } });
  expect((await put(['terminalId', 'rrn', 'amount', 'date'])).statusCode).toBe(200);
  await own.runner.idle();
  expect(await detailOf(own, waiting.id)).toMatchObject({ state: 'DONE', result: { matchedCount: 1 } });
  expect((await put(['terminalId', 'rrn', 'amount', 'date'])).json()).toMatchObject({
    code: 'bankFileNotReady',
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
  const columns = proposal?.columns.map(({ key, field }) => ({ key, field })) ?? [];
  const formats = { dateOrder: 'dayFirst', decimalComma: false, utc: false } as const;
  const body = { columns, ...formats, bankName: '', remember: false };
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
