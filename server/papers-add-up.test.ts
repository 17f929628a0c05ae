import { randomUUID } from 'node:crypto';
import { addDeposit } from '@mizan/contract/deposits.ts';
import {
  type FeeClaimDetail,
  makeFeeClaim,
  packFeeClaim,
  previewFeeClaim,
} from '@mizan/contract/fee-claims.ts';
import { makeMissingClaim, previewMissingClaim } from '@mizan/contract/missing-claims.ts';
import {
  downloadSettlementStatement,
  makeSettlementStatement,
} from '@mizan/contract/settlement-statements.ts';
import { expect, test } from 'vitest';
import { depositOf, firstBankOf } from './features/deposits/testing/deposit-world.ts';
import { chargesBy, plantRate } from './features/fee-audit/testing/planted-fees.ts';
import { Month, netOf, row } from './features/proof/testing/month-files.ts';
import { writePlantedMonth } from './features/proof/testing/planted-month.ts';
import { bankWorld, type Sold } from './features/reconciliation/testing/bank-world.ts';
import { tenantRows } from './platform/database/database.ts';
import { type DrawnText, drawnTexts } from './platform/exports/pdf-trial.ts';
import { inHalalas, sheetOf } from './platform/exports/sheet-trial.ts';
import { type Language, wordsFor } from './platform/words.ts';

/**
 * The papers that leave the portal, added up as their readers do: the figures of statements and claims are read out of the files and
 * held against the tables of payments, deposits and bank lines, to the halala. One shop's month with each kind of difference, and
 * a settlement with processing fees that came in parts.
 */
const world = await writePlantedMonth(await bankWorld());
const { portal, merchant, token } = world;
const najd = await firstBankOf(world);
await settlementInParts();
const span = { from: '2026-11-01', to: '2026-11-30' } as const;
const languages: readonly Language[] = ['en', 'ar'];

/** Visa of 17 November at 2.00% and 0.25, of which one line is charged at 2.20%; it came on two days, and 1.00 less. */
async function settlementInParts(): Promise<void> {
  const rate = { mdrBps: 200, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
  await plantRate(world, najd, 'Visa', rate, '2026-11-15');
  const month = new Month(world, { najd, tihama: najd });
  const visa = { scheme: 'Visa', rate } as const;
  const [first, second, back] = (await month.sell('2026-11-17', [
    { ...visa, time: '10:00', amountMinor: 100_000 },
    { ...visa, time: '11:00', amountMinor: 55_555 },
    { ...visa, time: '12:00', amountMinor: 5_000, type: 'REFUND' },
  ])) as [Sold, Sold, Sold];
  const rows = [row(first), row(second, chargesBy(second.amountMinor, { ...rate, mdrBps: 220 })), row(back)];
  await month.bring('najd', 'najd-17.csv', rows, '2026-11-22');
  const part = async (amountMinor: number, valueDate: string): Promise<void> => {
    const shares = [{ day: '2026-11-17', scheme: 'Visa' as const, amountMinor }];
    const body = depositOf(najd, { amountMinor, valueDate, shares });
    expect((await portal.call(addDeposit, { body }, { token })).statusCode).toBe(201);
  };
  await part(40_000, '2026-11-22');
  await part(netOf(rows) - 40_000 - 100, '2026-11-24');
}

const sum = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((total, each) => total + (each ?? 0), 0);

/** The figures of a settlement's row in their order; null where a row says nothing. */
const figureNames = [
  'gross',
  'refunds',
  'mdr',
  'processing',
  'vat',
  'net',
  'writtenOff',
  'arrived',
  'difference',
  'unjudged',
] as const;
type Figures = Record<(typeof figureNames)[number], number | null>;
interface Owed extends Figures {
  nameEn: string;
  nameAr: string;
  day: string;
  scheme: string;
}

/** What the tables of payments, deposits and banks say of the month, row by row; nothing of it comes from sums that the portal keeps. */
const owedRows = (): Promise<Owed[]> =>
  tenantRows<Owed>(
    portal.db,
    merchant.merchantId,
    `WITH paid AS (
       SELECT t.bank_id, t.business_day, t.scheme, e.net_minor IS NULL AS is_open, t.type = 'REFUND' AS is_back, t.amount_minor,
              t.mdr_minor, t.fee_minor, t.vat_minor, e.line, e.due_day
         FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
        WHERE t.merchant_id = tenant_id() AND t.status = 'APPROVED' AND t.business_day BETWEEN $1 AND $2
     ), owed AS (
       SELECT bank_id, business_day, scheme, min(due_day) AS due_day,
              coalesce(sum(amount_minor) FILTER (WHERE NOT is_back AND NOT is_open), 0) AS gross,
              -coalesce(sum(amount_minor) FILTER (WHERE is_back AND NOT is_open), 0) AS refunds,
              -coalesce(sum(mdr_minor) FILTER (WHERE NOT is_open), 0) AS mdr,
              -coalesce(sum(fee_minor - mdr_minor) FILTER (WHERE NOT is_open), 0) AS processing,
              -coalesce(sum(vat_minor) FILTER (WHERE NOT is_open), 0) AS vat,
              sum(amount_minor - fee_minor - vat_minor) FILTER (WHERE line = 'writtenOff') AS given,
              sum(amount_minor) FILTER (WHERE is_open) AS unjudged
         FROM paid GROUP BY 1, 2, 3
     ), came AS (
       SELECT s.bank_id, s.business_day, s.scheme, sum(s.amount_minor) AS arrived
         FROM deposit_shares s JOIN bank_deposits d ON d.merchant_id = s.merchant_id AND d.id = s.deposit_id
        WHERE s.merchant_id = tenant_id() AND d.undone_at IS NULL AND s.business_day BETWEEN $1 AND $2
        GROUP BY 1, 2, 3
     ), recorded AS (
       SELECT bank_id, max(value_date) AS until FROM bank_deposits
        WHERE merchant_id = tenant_id() AND undone_at IS NULL GROUP BY 1
     )
     SELECT b.name_en AS "nameEn", b.name_ar AS "nameAr", o.business_day::text AS day, o.scheme, o.gross, o.refunds, o.mdr,
            o.processing, o.vat, o.gross + o.refunds + o.mdr + o.processing + o.vat AS net, o.given::bigint AS "writtenOff",
            coalesce(c.arrived, 0) AS arrived, o.unjudged,
            CASE WHEN o.unjudged IS NULL AND (c.arrived IS NOT NULL OR o.due_day < '2026-12-01' AND o.due_day <= r.until)
                 THEN coalesce(c.arrived, 0) - (o.gross + o.refunds + o.mdr + o.processing + o.vat) END AS difference
       FROM owed o JOIN banks b ON b.merchant_id = tenant_id() AND b.id = o.bank_id
       LEFT JOIN came c ON c.bank_id = o.bank_id AND c.business_day = o.business_day AND c.scheme = o.scheme
       LEFT JOIN recorded r ON r.bank_id = o.bank_id
      ORDER BY o.business_day, b.id, o.scheme`,
    [span.from, span.to],
  );

const figuresOf = (of: Figures): (number | null)[] => figureNames.map((name) => of[name]);
/** Sums of rows; no sum is said of what is in no figure. */
const added = (rows: readonly Figures[]): Figures => ({
  ...(Object.fromEntries(figureNames.map((name) => [name, sum(rows.map((of) => of[name]))])) as Figures),
  unjudged: null,
});

async function statementFile(
  id: string,
  format: 'csv' | 'xlsx' | 'pdf',
  lang: Language,
  calendar: 'gregorian' | 'both' = 'gregorian',
): Promise<Buffer> {
  const query = { format, lang, calendar } as const;
  const answer = await portal.call(downloadSettlementStatement, { params: { id }, query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}
async function statement(): Promise<string> {
  const body = { requestId: randomUUID(), ...span };
  const answer = await portal.call(makeSettlementStatement, { body }, { token });
  expect(answer.statusCode).toBe(201);
  return answer.json<{ id: string }>().id;
}

test('the month has what papers are asked to hold', async () => {
  const rows = await owedRows();
  const whole = added(rows);
  expect(rows.length).toBe(19);
  for (const name of [
    'gross',
    'refunds',
    'mdr',
    'processing',
    'vat',
    'writtenOff',
    'arrived',
    'difference',
  ] as const)
    expect([name, whole[name] === 0]).toEqual([name, false]);
  expect(rows.some(({ unjudged }) => unjudged !== null)).toBe(true);
});

test.each(languages.flatMap((lang) => (['csv', 'xlsx'] as const).map((format) => [format, lang] as const)))(
  'statement as %s (%s): every row is that of the tables, and columns and rows add up',
  async (format, lang) => {
    const { text } = wordsFor(lang);
    const owed = await owedRows();
    const [names = [], ...cells] = sheetOf(await statementFile(await statement(), format, lang));
    const place = (name: string): number => names.indexOf(text(`exports:settlement.column.${name}`));
    const told = cells
      .filter((row) => row[place('gross')] !== null && row[place('gross')] !== '')
      .map((row) => ({
        of: `${row[place('bank')]} ${row[place('day')] ?? ''}`.trim(),
        figures: figureNames.map((name) => inHalalas(row[place(name)])),
      }));
    const bankName = (of: Owed): string => ({ en: of.nameEn, ar: of.nameAr })[lang];
    const banks = [...Map.groupBy(owed, bankName)];
    const expected = [
      ...banks.flatMap(([bank, rows]) =>
        rows.map((of) => ({ of: `${bank} ${of.day}`, figures: figuresOf(of) })),
      ),
      ...banks.map(([bank, rows]) => ({
        of: text('exports:statement.bankTotal', { bank }),
        figures: figuresOf(added(rows)),
      })),
      { of: text('exports:total'), figures: figuresOf(added(owed)) },
    ];
    const ordered = (rows: typeof told) =>
      rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    expect(ordered(told)).toEqual(ordered(expected));
  },
);

test.each(languages)(
  'statement (%s): net due less what arrived is the closing difference and what it says to be in none',
  async (lang) => {
    const { text, amount } = wordsFor(lang);
    const { net, arrived, difference } = added(await owedRows());
    const left = (net ?? 0) - (arrived ?? 0) + (difference ?? 0);
    expect(left).not.toBe(0);
    const [before = ''] = text('exports:statement.unsaid', { amounts: '\n' }).split('\n');
    const said = sheetOf(await statementFile(await statement(), 'csv', lang)).map(([first]) => String(first));
    expect(said.filter((line) => line.startsWith(before))).toEqual([
      `${before}${amount(left)} ${text('units:currency.SAR')}`,
    ]);
  },
);

/** The figures of each line of a paper from its first column to its last, in halalas; lines from top to bottom. */
function drawnFigures(pdf: Buffer, lang: Language): number[][] {
  return drawnTexts(pdf).flatMap((page) => {
    const lines = [...Map.groupBy(page, ({ y }) => y)].toSorted(([a], [b]) => b - a);
    return lines.map(([, texts]) => {
      const read = figuresOfLine(texts.toSorted((a, b) => a.x - b.x));
      return lang === 'ar' ? read.toReversed() : read;
    });
  });
}

const digits = '٠١٢٣٤٥٦٧٨٩';
/** Amounts have two decimals; a minus stands in front of its figure, in Arabic as a text of its own. */
function figuresOfLine(texts: readonly DrawnText[]): number[] {
  return texts.flatMap(({ text }, at) => {
    const plain = text
      .replaceAll('|', '')
      .replaceAll(/[٠-٩]/g, (digit) => String(digits.indexOf(digit)))
      .replaceAll(/[,٬]/g, '')
      .replaceAll('٫', '.');
    const [, minus, figure] = /^([−-]?)(\d+\.\d\d)$/.exec(plain) ?? [];
    if (figure === undefined) return [];
    const isBelow = minus !== '' || /^[−-]$/.test(texts[at - 1]?.text ?? '');
    return [Math.round(100 * Number(figure)) * (isBelow ? -1 : 1)];
  });
}

test.each(languages)(
  'statement as pdf (%s): its drawn figures are those of the tables, row by row',
  async (lang) => {
    const owed = await owedRows();
    const said = (of: Figures): number[] => figuresOf(of).filter((each) => each !== null);
    const banks = [...Map.groupBy(owed, ({ nameEn }) => nameEn).values()];
    const expected = [...owed.map(said), ...[...banks, owed].map((rows) => said(added(rows)))];
    const drawn = drawnFigures(await statementFile(await statement(), 'pdf', lang), lang);
    // Lines of sentences have an amount or two.
    const table = drawn.filter(({ length }) => length > 2);
    const ordered = (rows: number[][]) =>
      rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
    expect(ordered(table)).toEqual(ordered(expected));
  },
);

test.each(languages)(
  'statement as pdf (%s): no heading of a column is broken over more than three lines',
  async (lang) => {
    const [first = []] = drawnTexts(await statementFile(await statement(), 'pdf', lang, 'both'));
    const [, ...bold] = [...new Set(first.filter(({ font }) => font === first[0]?.font).map(({ y }) => y))];
    const heights = bold.toSorted((a, b) => b - a);
    const lines = heights.findIndex((y, at) => at > 0 && (heights[at - 1] ?? 0) - y > 15);
    expect(lines < 0 ? heights.length : lines).toBeLessThanOrEqual(3);
  },
);

interface OnPaper {
  id: string;
  amount: number;
  fee: number;
  vat: number;
  charged: number;
}
const tableRows = (sql: string, params: unknown[]): Promise<OnPaper[]> =>
  tenantRows<OnPaper>(portal.db, merchant.merchantId, sql, params);

/** Lines of the bank that kept more than was agreed for their payment. */
const overchargedLines = (): Promise<OnPaper[]> =>
  tableRows(
    `SELECT t.id::text, t.amount_minor AS amount, t.fee_minor AS fee, t.vat_minor AS vat, n.charge_minor AS charged
       FROM bank_entries n JOIN transactions t ON t.merchant_id = n.merchant_id AND t.id = n.transaction_id
      WHERE n.merchant_id = tenant_id() AND n.outcome = 'feeDiffers' AND n.charge_minor > t.fee_minor + t.vat_minor
        AND t.bank_id = $1 ORDER BY t.id`,
    [najd],
  );
/** Payments of 3 November that no line is of: those of the 12th may stand in a line that pays several. */
const unpaidPayments = (): Promise<OnPaper[]> =>
  tableRows(
    `SELECT t.id::text, CASE t.type WHEN 'REFUND' THEN -t.amount_minor ELSE t.amount_minor END AS amount, t.fee_minor AS fee,
            t.vat_minor AS vat, 0 AS charged
       FROM transactions t JOIN expectations e ON e.merchant_id = t.merchant_id AND e.transaction_id = t.id
      WHERE t.merchant_id = tenant_id() AND t.status = 'APPROVED' AND t.bank_id = $1 AND t.business_day = '2026-11-03'
        AND e.line = 'none'
      ORDER BY t.id`,
    [najd],
  );

const packOf = async (id: string, format: 'pdf' | 'xlsx', lang: Language = 'en'): Promise<Buffer> => {
  const query = { format, lang } as const;
  const answer = await portal.call(packFeeClaim, { params: { id }, query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
};

/** Amounts of a letter in the order of reading, each language by itself; percents are none. */
function letterAmounts(pdf: Buffer): Record<Language, number[]> {
  const of = (lang: Language): number[] =>
    drawnTexts(pdf)
      .filter((page) => page.some(({ text }) => /[٠-٩]/.test(text)) === (lang === 'ar'))
      .flatMap((page) => page.toSorted((a, b) => b.y - a.y || (lang === 'ar' ? b.x - a.x : a.x - b.x)))
      .flatMap(({ text }) => {
        const plain = text
          .replaceAll('|', '')
          .replaceAll(/[٠-٩]/g, (digit) => String(digits.indexOf(digit)))
          .replaceAll(/(?<=\d)[,٬](?=\d)/g, '')
          .replaceAll('٫', '.');
        const [, amount] = /(?:^|\D)(\d+\.\d\d)(?![\d%٪])/.exec(plain) ?? [];
        return amount === undefined ? [] : [Math.round(100 * Number(amount))];
      });
  return { en: of('en'), ar: of('ar') };
}
/** Whether these stand one after the other. */
const has = (amounts: readonly number[], wanted: readonly number[]): boolean =>
  amounts.some((_, at) => wanted.every((each, more) => amounts[at + more] === each));

const workbookRows = async (
  id: string,
  lang: Language,
  names: readonly string[],
  of: 'feeClaim' | 'missingClaim',
) => {
  const { text } = wordsFor(lang);
  const [head = [], ...rows] = sheetOf(await packOf(id, 'xlsx', lang));
  const place = (name: string): number => head.indexOf(text(`exports:${of}.${name}`));
  return rows.map((cells) => [
    String(cells[place('payment')]),
    ...names.map((name) => inHalalas(cells[place(name)])),
  ]);
};

test('a claim of fees: letter and workbook in both languages come to what lines kept beyond the agreed', async () => {
  const lines = await overchargedLines();
  const query = { ...span, bankId: najd };
  const preview = await portal.call(previewFeeClaim, { query }, { token });
  const { count, claimedMinor } = preview.json<{ count: number; claimedMinor: number }>();
  const over = lines.map(({ charged, fee, vat }) => charged - fee - vat);
  expect([count, claimedMinor]).toEqual([3, sum(over)]);
  const body = { requestId: randomUUID(), ...span, bankId: najd, count, claimedMinor };
  const made = await portal.call(makeFeeClaim, { body }, { token });
  expect(made.statusCode).toBe(201);
  const claim = made.json<FeeClaimDetail>();
  for (const lang of languages) {
    const names = ['amount', 'agreedFee', 'agreedVat', 'charged', 'over'];
    expect(await workbookRows(claim.id, lang, names, 'feeClaim')).toEqual(
      lines.map(({ id, amount, fee, vat, charged }, at) => [id, amount, fee, vat, charged, over[at]]),
    );
  }
  const letter = letterAmounts(await packOf(claim.id, 'pdf'));
  expect(sum(claim.groups.map(({ differenceMinor }) => differenceMinor))).toBe(sum(over));
  expect(sum(claim.groups.map(({ chargedMinor }) => chargedMinor))).toBe(
    sum(lines.map((line) => line.charged)),
  );
  for (const lang of languages) {
    for (const { chargedMinor, agreedMinor, differenceMinor } of claim.groups) {
      expect(chargedMinor - agreedMinor).toBe(differenceMinor);
      expect([lang, has(letter[lang], [chargedMinor, agreedMinor, differenceMinor])]).toEqual([lang, true]);
    }
    expect([lang, letter[lang][0], letter[lang].at(-1)]).toEqual([lang, sum(over), sum(over)]);
    const [fee = 0, vat = 0] = letter[lang].slice(-3);
    expect([lang, fee + vat]).toEqual([lang, sum(over)]);
  }
});

test('a claim of missing money: letter and workbook in both languages come to the payments that no line is of', async () => {
  const payments = await unpaidPayments();
  const nets = payments.map(({ amount, fee, vat }) => amount - fee - vat);
  const preview = await portal.call(previewMissingClaim, { query: { ...span, bankId: najd } }, { token });
  const { count, claimedMinor } = previewMissingClaim.output.parse(preview.json());
  expect([count, claimedMinor]).toEqual([payments.length, sum(nets)]);
  const body = { requestId: randomUUID(), ...span, bankId: najd, count, claimedMinor };
  const made = await portal.call(makeMissingClaim, { body }, { token });
  expect(made.statusCode).toBe(201);
  const claim = made.json<FeeClaimDetail>();
  const letter = letterAmounts(await packOf(claim.id, 'pdf'));
  const whole = [payments.map(({ amount }) => amount), payments.map(({ fee, vat }) => fee + vat), nets].map(
    sum,
  );
  for (const lang of languages) {
    expect(await workbookRows(claim.id, lang, ['amount', 'fee', 'vat', 'net'], 'missingClaim')).toEqual(
      payments.map(({ id, amount, fee, vat }, at) => [id, amount, fee, vat, nets[at]]),
    );
    // One group: gross, what is agreed to be kept of it, net.
    expect([lang, has(letter[lang], whole)]).toEqual([lang, true]);
    expect([lang, letter[lang][0], letter[lang].at(-1)]).toEqual([lang, sum(nets), sum(nets)]);
  }
});
