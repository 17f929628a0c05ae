/**
 * Text files of every layout and encoding by the way of every file: upload, runner, database. What is planted in them comes
 * out exactly, and a text that is no table is refused, never half read.
 */
import { randomUUID } from 'node:crypto';
import { listRejectedLines } from '@mizan/contract/reconciliation.ts';
import { isCharge } from '@mizan/contract/transaction-types.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import {
  type LayoutTold,
  publishedLayouts,
  publishedRefundUuid,
  publishedUuid,
} from '../../server/reconciliation/published-layouts.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { writeBankFile } from './bank-file.ts';
import { type LayoutName, layoutNames } from './layouts.ts';
import { honestLine, type KnownPayment, type SettlementLine } from './settlement-line.ts';
import { type TextForm, textEncodings } from './text-table.ts';
import { namedUnevenly, nowhere, statedWrongly, whatStands } from './what-stands.ts';

const isLong = Boolean(process.env['MIZAN_LONG']);
const world = await bankWorld();
const { db } = world.portal;

type Written = Omit<TextForm, 'lineEnd'> & { layout: LayoutName };

/** Each layout and each encoding at least once, Arabic in all that banks write it in; at length every one with every other. */
const written: Written[] = isLong
  ? layoutNames.flatMap((layout) =>
      textEncodings.flatMap((encoding) =>
        ([',', ';', '\t', '|'] as const).map((delimiter) => ({ layout, encoding, delimiter })),
      ),
    )
  : [
      { layout: 'english', encoding: 'utf-16be', delimiter: '\t' },
      { layout: 'moyasar', encoding: 'utf-8-bom', delimiter: ',' },
      { layout: 'mashreq', encoding: 'utf-8', delimiter: '|' },
      { layout: 'adyen', encoding: 'utf-16le', delimiter: ',' },
      { layout: 'arabic', encoding: 'windows-1256', delimiter: ';' },
      { layout: 'arabic', encoding: 'utf-8', delimiter: ',' },
      { layout: 'arabic', encoding: 'utf-16le', delimiter: '\t' },
    ];

/** What the portal has of its payments beside what was sold. */
const stansOf = async ({ merchant }: BankWorld): Promise<Map<string, string>> =>
  new Map(
    (
      await platformRows<{ id: string; stan: string }>(
        db,
        'SELECT id::text, stan FROM transactions WHERE merchant_id = $1',
        [merchant.merchantId],
      )
    ).map(({ id, stan }) => [id, stan]),
  );

const knownOf = (sale: Sold, stan: string): KnownPayment => ({
  id: Number(sale.id),
  uuid: sale.uuid,
  orderRef: sale.orderRef,
  tid: sale.tid,
  rrn: sale.rrn,
  stan,
  authCode: sale.approvalCode,
  firstSix: '484783',
  lastFour: sale.lastFour,
  scheme: sale.scheme,
  type: isCharge(sale) ? 'PURCHASE' : 'REFUND',
  status: sale.status,
  amountMinor: sale.amountMinor,
  currency: 'SAR',
  businessDay: sale.at.slice(0, 10),
  createdAtMs: Date.parse(`${sale.at.replace(' ', 'T')}:00+03:00`),
  mdrBps: 80,
  vatBps: 1_500,
  capLimitMinor: 4_000,
  feeMinor: sale.feeMinor,
  vatMinor: sale.vatMinor,
  originalId: null,
});

async function expectNothingLost({ merchant }: BankWorld): Promise<void> {
  const stands = await whatStands(db, merchant.merchantId);
  expect([nowhere(stands), statedWrongly(stands), namedUnevenly(stands)]).toEqual([[], [], []]);
}

test.each(written)('$layout in $encoding, $delimiter between', async ({ layout, ...form }) => {
  const own = await anotherMerchant(world);
  const sold = await sell(own, [
    ...Array.from({ length: 7 }, (_, at) => ({
      amountMinor: 10_000 + at * 1_111,
      at: `2026-11-18 1${at}:0${at}`,
      orderRef: `INV-${at}`,
    })),
    { amountMinor: 3_000, type: 'REFUND' as const, at: '2026-11-18 18:00', orderRef: 'INV-R' },
  ]);
  const stans = await stansOf(own);
  const lines = sold.map((sale) => honestLine(knownOf(sale, stans.get(sale.id) ?? '')));
  const [, dear, , lacking] = sold as [Sold, Sold, Sold, Sold];
  const nobodys: SettlementLine = {
    ...(lines[0] as SettlementLine),
    uuid: randomUUID(),
    orderRef: 'INV-X',
    rrn: '632999999999',
    stan: '999999',
    authCode: '999999',
    card: '484783******9999',
    atMs: (lines[0] as SettlementLine).atMs + 60_000,
    grossMinor: 7_700,
    feeMinor: 0,
    vatMinor: 0,
  };
  const printed = [
    ...lines.flatMap((line, at) => {
      if (at === 3) return [];
      return at === 1 ? [{ ...line, feeMinor: line.feeMinor + 30 }] : [line];
    }),
    nobodys,
  ];
  const file = writeBankFile(printed, { layout, format: 'csv', text: form });
  const { state, verdict, id, linesRead, linesRejected } = await reconcile(
    own,
    Buffer.from(file.bytes),
    'text.csv',
  );
  const named = (await entriesOf(own, id, 'exceptions')).map(
    ({ outcome, transactionId, differenceMinor }) => [outcome, transactionId, differenceMinor],
  );
  expect({
    state,
    verdict,
    linesRead,
    linesRejected,
    named: named.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
  }).toEqual({
    state: 'DONE',
    verdict: 'UNBALANCED',
    linesRead: 8,
    linesRejected: 0,
    named: [
      ['feeDiffers', dear.id, -30],
      ['missingInBank', lacking.id, -lacking.amountMinor],
      ['missingInPortal', null, 7_700],
    ],
  });
  await expectNothingLost(own);
});

const indic = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit)));

/** A published file of this merchant's own sale and refund, by their keys. */
async function ownFile(own: BankWorld, content: string): Promise<string> {
  const [sale, refund] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-20 12:00', orderRef: 'INV-1001' },
    { amountMinor: 4_000, type: 'REFUND', at: '2026-11-20 13:00' },
  ])) as [Sold, Sold];
  const stans = await stansOf(own);
  const keys = [
    [publishedUuid, sale.uuid],
    [publishedRefundUuid, refund.uuid],
    // A spreadsheet took the last digits of it: the other keys find the payment.
    ['6.32609120002E+11', `${refund.rrn.slice(0, 1)}.${refund.rrn.slice(1)}E+11`],
    ['632609120001', sale.rrn],
    ['632609120002', refund.rrn],
    ['88501158', sale.tid],
    ['440001', sale.approvalCode],
    ['440002', refund.approvalCode],
    ['000001', stans.get(sale.id) ?? ''],
    ['000002', stans.get(refund.id) ?? ''],
    ['******6106', `******${sale.lastFour}`],
  ] as const;
  // In two steps: one of ours may hold another one of theirs, as a number of twelve digits holds '000001'.
  const marked = keys.reduce(
    (text, [theirs], at) =>
      text.replaceAll(theirs, `<${'a'.repeat(at + 1)}>`).replaceAll(indic(theirs), `<${'b'.repeat(at + 1)}>`),
    content,
  );
  return keys.reduce(
    (text, [, ours], at) =>
      text.replaceAll(`<${'a'.repeat(at + 1)}>`, ours).replaceAll(`<${'b'.repeat(at + 1)}>`, indic(ours)),
    marked,
  );
}

/** What became of a file's rows, as the portal keeps it. */
async function toldOf(own: BankWorld, id: string): Promise<LayoutTold> {
  const notes = async (kind: 'REJECTED' | 'NOT_COUNTED') => {
    const answer = await own.portal.call(
      listRejectedLines,
      { params: { id }, query: { kind } },
      { token: own.token },
    );
    return listRejectedLines.output.parse(answer.json()).rows;
  };
  const entries = await entriesOf(own, id, 'all');
  return {
    lines: entries
      .flatMap(({ lines, outcome }) => lines.map((line) => ({ line, outcome })))
      .sort((a, b) => a.line - b.line)
      .map(({ outcome }) => outcome),
    rejected: (await notes('REJECTED')).map(({ line, code }) => [line, code]),
    totals: (await notes('NOT_COUNTED')).flatMap(({ code, total }) =>
      // A title that states how many lines there are is held against them like a total.
      total
        ? [[code === 'title' ? 'total' : code, total.measure, total.stated, total.sum, total.agrees]]
        : [],
    ),
  };
}

test.each(publishedLayouts)('%s', async (_, content, expected) => {
  const own = await anotherMerchant(world);
  const { id, state, proposal, result } = await reconcile(own, await ownFile(own, content), 'published.csv');
  // What its own values or its lines decide is not asked.
  expect(proposal?.questions.filter(({ question, way }) => question === 'dateOrder' && way === null)).toEqual(
    [],
  );
  const totals = expected.totals.filter(([kind]) => kind === 'total');
  expect({ state, ...(await toldOf(own, id)) }).toEqual({ state: 'DONE', ...expected, totals });
  // A payout is a line, and what it does not pay is a hole of the verdict.
  const isShort = expected.totals.some(([kind, , , , agrees]) => kind === 'payout' && agrees === false);
  expect(result?.absent.some(({ kind }) => kind === 'linesOfPayout')).toBe(isShort);
  await expectNothingLost(own);
});

const fixedWidth = (own: string): string =>
  [
    'TERMINAL  RRN           DATE      TIME   AMOUNT     FEE',
    `${own}  632609120001  20261120  1200   0000010000 0000000092`,
    `${own}  632609120002  20261120  1300   0000004000 0000000000`,
    '',
  ].join('\n');
const mt940 = [
  ':20:STATEMENT',
  ':25:SA0380000000608010167519',
  ':28C:00323/001',
  ':60F:C261119SAR1000,00',
  ':61:2611201120C99,08NMSC632609120001//88501158',
  ':86:POS SETTLEMENT 88501158',
  ':62F:C261120SAR1099,08',
  '-',
  '',
].join('\r\n');

test.each([
  ['fixed widths', fixedWidth('88501158')],
  ['a statement of the account in MT940', mt940],
])('%s is no table of lines: it has no verdict, and nothing of it is confirmed', async (_, content) => {
  const own = await anotherMerchant(world);
  const answer = await upload(own, await ownFile(own, content), 'other.csv');
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  const { state, verdict, proposal, refusal } = await detailOf(own, id);
  expect({ verdict, isAsked: proposal !== null && proposal.missing.length === 0, state, refusal }).toEqual({
    verdict: null,
    isAsked: false,
    state: 'REFUSED',
    refusal: expect.objectContaining({ code: expect.any(String) }),
  });
});

test('the totals of all of them are the sums over their payments', async () => {
  expect(await rollupDifferences(db)).toEqual([]);
  expect(await expectationDifferences(db)).toEqual([]);
});
