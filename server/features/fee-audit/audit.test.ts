import {
  type AuditLine,
  type AuditRow,
  type FeeAudit,
  getFeeAudit,
  listAuditLines,
} from '@mizan/contract/fee-audit.ts';
import type { Rate } from '@mizan/contract/money.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  reconcile,
} from '../reconciliation/testing/bank-world.ts';
import { bankIdOf, chargesBy, fileOf, type Planted, plantRate, sellPlanted } from './testing/planted-fees.ts';

/** What banks took against what was agreed. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();

const november = { from: '2026-11-01', to: '2026-11-21' };
const mada: Rate = { mdrBps: 80, vatBps: 1_500, capLimitMinor: 4_000, processingFeeMinor: 0 };
const visaUntil: Rate = { mdrBps: 220, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
const visaSince: Rate = { ...visaUntil, mdrBps: 200 };

const auditOf = async ({ portal, token }: BankWorld, query = november): Promise<FeeAudit> => {
  const answer = await portal.call(getFeeAudit, { query }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<FeeAudit>();
};

async function linesOf(
  { portal, token }: BankWorld,
  row: Pick<AuditRow, 'bankId' | 'scheme' | 'rate'>,
  more: { side?: 'over' | 'under' | 'rounding'; cause?: string; limit?: number } = {},
): Promise<{ rows: AuditLine[]; count: number; differenceMinor: number }> {
  const rows: AuditLine[] = [];
  let cursor: string | undefined;
  for (;;) {
    const answer = await portal.call(
      listAuditLines,
      {
        query: {
          ...november,
          bankId: row.bankId,
          scheme: row.scheme,
          rate: row.rate?.id ?? (row.rate ? 'published' : 'none'),
          limit: 7,
          cursor,
          ...more,
        },
      },
      { token },
    );
    expect(answer.statusCode).toBe(200);
    const page = answer.json<{
      rows: AuditLine[];
      nextCursor: string | null;
      count: number;
      differenceMinor: number;
    }>();
    rows.push(...page.rows);
    if (page.nextCursor === null) return { ...page, rows };
    cursor = page.nextCursor;
  }
}

/** A merchant with Visa at 2.20% and from the 8th on 2.00%, and mada as published. */
async function withRates(): Promise<{ own: BankWorld; bankId: string }> {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  await plantRate(own, bankId, 'Visa', visaUntil, '2026-10-01');
  await plantRate(own, bankId, 'Visa', visaSince, '2026-11-08');
  return { own, bankId };
}
const visaOn = (day: string): Rate => (day < '2026-11-08' ? visaUntil : visaSince);

test('a bank that keeps the rate of before: the cause, its days and its halalas are named', async () => {
  const { own, bankId } = await withRates();
  const plan = ['06', '09', '10', '11'].flatMap((day, at): Planted[] => {
    const amountMinor = 100_000 + 12_345 * at;
    const of = {
      scheme: 'Visa' as Scheme,
      amountMinor,
      day: `2026-11-${day}`,
      rate: visaOn(`2026-11-${day}`),
    };
    // Until the 10th as before, then as agreed.
    return [{ ...of, charged: chargesBy(amountMinor, day < '11' ? visaUntil : visaSince) }];
  });
  await reconcile(own, fileOf(await sellPlanted(own, plan)));
  const { rows, totals, banks } = await auditOf(own);
  expect(banks.map(({ id }) => id)).toEqual([bankId]);
  expect(rows.map(({ rate, count }) => [rate?.mdrBps, rate?.validFrom, rate?.validTo, count])).toEqual([
    [220, '2026-10-01', '2026-11-07', 1],
    [200, '2026-11-08', null, 3],
  ]);
  const over = plan.slice(1, 3).reduce((sum, { amountMinor, charged, rate }) => {
    const agreed = chargesBy(amountMinor, rate);
    return sum + charged.feeMinor + charged.vatMinor - agreed.feeMinor - agreed.vatMinor;
  }, 0);
  expect(rows[1]).toMatchObject({ overCount: 2, overMinor: over, underCount: 0, roundingCount: 0 });
  expect(rows[1]?.causes).toMatchObject([
    {
      kind: 'otherRate',
      rate: { mdrBps: 220, validTo: '2026-11-07' },
      side: 'over',
      count: 2,
      differenceMinor: over,
      firstDay: '2026-11-09',
      lastDay: '2026-11-10',
    },
  ]);
  expect(totals).toMatchObject([{ currency: 'SAR', count: 4, overMinor: over, overCount: 2 }]);
  const lines = await linesOf(own, rows[1] as AuditRow);
  expect(lines).toMatchObject({ count: 2, differenceMinor: over });
  // The file says fee and VAT apart, and so does the audit.
  expect(
    lines.rows.map(({ chargedFeeMinor, chargedVatMinor }) => [chargedFeeMinor, chargedVatMinor]),
  ).toEqual(
    plan
      .slice(1, 3)
      .map(({ charged }) => [charged.feeMinor, charged.vatMinor])
      .toReversed(),
  );
});

test('a bank that keeps the VAT of before: each VAT of a rate is a row of its own, and the cause names the one it kept', async () => {
  const { own, bankId } = await withRates();
  await platformRows(
    own.portal.db,
    `INSERT INTO vat_rates (valid_from, vat_bps, note, added_at) VALUES ('2026-11-15', 1000, '', now())`,
  );
  const lower: Rate = { ...visaSince, vatBps: 1_000 };
  const plan = ['14', '15', '16'].map((day): Planted => {
    const rate = day < '15' ? visaSince : lower;
    // On the 16th the bank still takes the VAT of before.
    const charged = chargesBy(100_000, day === '16' ? visaSince : rate);
    return { scheme: 'Visa', amountMinor: 100_000, day: `2026-11-${day}`, rate, charged };
  });
  await reconcile(own, fileOf(await sellPlanted(own, plan)));
  const { rows } = await auditOf(own);
  await platformRows(own.portal.db, `UPDATE vat_rates SET withdrawn_at = now() WHERE vat_bps = 1000`);
  expect(
    rows.map(({ bankId: of, rate, count }) => [of, rate?.vatBps, rate?.vatFrom, rate?.validTo, count]),
  ).toEqual([
    [bankId, 1_500, null, '2026-11-14', 1],
    [bankId, 1_000, '2026-11-15', null, 2],
  ]);
  const [kept, now] = [chargesBy(100_000, visaSince), chargesBy(100_000, lower)];
  expect(rows[0]?.causes).toEqual([]);
  expect(rows[1]?.causes).toMatchObject([
    {
      kind: 'otherRate',
      rate: { vatBps: 1_500, vatFrom: null },
      side: 'over',
      count: 1,
      differenceMinor: kept.vatMinor - now.vatMinor,
    },
  ]);
});

test('without an agreed rate nothing is judged, and nothing stands as charged too much', async () => {
  const own = await anotherMerchant(world);
  const free: Rate = { mdrBps: 0, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 0 };
  const plan: Planted[] = [10_000, 20_000].map((amountMinor) => ({
    scheme: 'Visa',
    amountMinor,
    day: '2026-11-16',
    rate: free,
    charged: { feeMinor: 500, vatMinor: 75 },
  }));
  await reconcile(own, fileOf(await sellPlanted(own, plan)));
  const { rows, totals } = await auditOf(own);
  expect(rows).toMatchObject([
    { rate: null, count: 0, overCount: 0, notJudgedCount: 2, notJudgedMinor: 1_150, causes: [] },
  ]);
  expect(totals).toMatchObject([{ overMinor: 0, count: 0 }]);
});

test('an undercharge stands apart and takes nothing from an overcharge', async () => {
  const { own } = await withRates();
  const of = (amountMinor: number, mdrBps: number): Planted => ({
    scheme: 'Visa',
    amountMinor,
    day: '2026-11-16',
    rate: visaSince,
    charged: chargesBy(amountMinor, { ...visaSince, mdrBps }),
  });
  await reconcile(
    own,
    fileOf(await sellPlanted(own, [of(100_000, 220), of(100_100, 180), of(100_200, 200)])),
  );
  const { rows } = await auditOf(own);
  const [row] = rows;
  expect(row).toMatchObject({ overCount: 1, overMinor: 230, underCount: 1, underMinor: -230, count: 3 });
  expect((row?.chargedMinor ?? 0) - (row?.agreedMinor ?? 0)).toBe(0);
  expect(row?.causes.map(({ side, kind }) => [side, kind]).toSorted()).toEqual([
    ['over', 'otherRate'],
    ['under', 'unexplained'],
  ]);
});

test('a file that is undone takes its lines out of the audit; another merchant sees none of them', async () => {
  const { own, bankId } = await withRates();
  const plan: Planted[] = [
    {
      scheme: 'Visa',
      amountMinor: 100_000,
      day: '2026-11-16',
      rate: visaSince,
      charged: chargesBy(100_000, visaUntil),
    },
  ];
  const file = await reconcile(own, fileOf(await sellPlanted(own, plan)));
  expect((await auditOf(own)).totals).toMatchObject([{ overMinor: 230 }]);
  const stranger = await anotherMerchant(world);
  expect((await auditOf(stranger)).rows).toEqual([]);
  expect((await linesOf(stranger, { bankId, scheme: 'Visa', rate: null })).rows).toEqual([]);
  const answer = await own.portal.call(undoBankFile, { params: { id: file.id } }, { token: own.token });
  expect(answer.statusCode).toBe(200);
  await own.runner.idle();
  expect((await auditOf(own)).rows).toEqual([]);
});

test('400: a span that ends before it begins, or is longer than a quarter', async () => {
  for (const query of [
    { from: '2026-11-02', to: '2026-11-01' },
    { from: '2026-01-01', to: '2026-06-30' },
  ]) {
    const answer = await world.portal.call(getFeeAudit, { query }, { token: world.token });
    expect(answer.statusCode).toBe(400);
  }
});

/** How a bank charges a line, and what that is to be called; null for what is right. */
const manners = {
  right: { charge: (amount: number, rate: Rate) => chargesBy(amount, rate), kind: null },
  olderRate: { charge: (amount: number) => chargesBy(amount, visaUntil), kind: 'otherRate' },
  processing: {
    charge: (amount: number, rate: Rate) => chargesBy(amount, { ...rate, processingFeeMinor: 75 }),
    kind: 'processingFee',
  },
  odd: {
    charge: (amount: number, rate: Rate) => {
      const right = chargesBy(amount, rate);
      return { feeMinor: right.feeMinor + 1_111, vatMinor: right.vatMinor };
    },
    kind: 'unexplained',
  },
} as const;

test('random books: what is claimed is what was planted, to the halala, and every figure is its rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          // At about 250.00 the rate of before and a processing fee of 0.75 take the same sum: such a line shows neither.
          amountMinor: fc.oneof(
            fc.integer({ min: 5_000, max: 20_000 }),
            fc.integer({ min: 30_000, max: 400_000 }),
          ),
          day: fc.constantFrom('2026-11-05', '2026-11-07', '2026-11-08', '2026-11-12'),
          manner: fc.constantFrom(...(Object.keys(manners) as (keyof typeof manners)[])),
        }),
        { minLength: 4, maxLength: 30 },
      ),
      fc.boolean(),
      async (drawn, apart) => {
        const { own } = await withRates();
        const plan = drawn.map(({ amountMinor, day, manner }): Planted => {
          const rate = visaOn(day);
          return {
            scheme: 'Visa',
            amountMinor,
            day,
            rate,
            charged: manners[manner].charge(amountMinor, rate),
          };
        });
        await reconcile(own, fileOf(await sellPlanted(own, plan), { apart }));
        const { rows, totals, inSums } = await auditOf(own);
        const over = plan.reduce((sum, { amountMinor, charged, rate }) => {
          const agreed = chargesBy(amountMinor, rate);
          return sum + charged.feeMinor + charged.vatMinor - agreed.feeMinor - agreed.vatMinor;
        }, 0);
        expect(inSums).toEqual([]);
        expect(totals).toMatchObject([
          { count: plan.length, overMinor: over, underCount: 0, roundingCount: 0 },
        ]);
        for (const row of rows) {
          expect(row.chargedMinor - row.agreedMinor).toBe(row.overMinor + row.underMinor + row.roundingMinor);
          expect(row.causes.reduce((sum, { differenceMinor }) => sum + differenceMinor, 0)).toBe(
            row.overMinor,
          );
          for (const { key, count, differenceMinor } of row.causes) {
            const lines = await linesOf(own, row, { cause: key });
            expect([lines.count, lines.differenceMinor]).toEqual([count, differenceMinor]);
            expect(lines.rows.reduce((sum, line) => sum + (line.differenceMinor ?? 0), 0)).toBe(
              differenceMinor,
            );
            expect(new Set(lines.rows.map(({ transactionId }) => transactionId)).size).toBe(count);
          }
        }
        // The old rate is never called anything else where it is the only one that gives the figures.
        const kinds = new Set(rows.flatMap((row) => row.causes.map(({ kind }) => kind)));
        const planted = new Set(
          drawn.filter(({ day }) => day >= '2026-11-08').map(({ manner }) => manners[manner].kind),
        );
        expect(kinds.has('otherRate')).toBe(planted.has('otherRate'));
        // Where fee and VAT stand apart: a flat sum on both together is as a processing fee would be.
        if (apart && drawn.every(({ manner }) => manner !== 'processing'))
          expect(kinds.has('processingFee')).toBe(false);
      },
    ),
    { numRuns: 6, verbose: true },
  );
}, 60_000);

test('mada above its cap: no cap, VAT of the fee before it, and rounding by batch is named and not claimed', async () => {
  const own = await anotherMerchant(world);
  const of = (amountMinor: number, charged: Planted['charged'], batch = '175'): Planted => ({
    scheme: 'Mada',
    amountMinor,
    day: '2026-11-16',
    rate: mada,
    charged,
    batch,
  });
  const uncapped = chargesBy(900_000, { ...mada, capLimitMinor: null });
  const [a, b] = [chargesBy(15_066, mada), chargesBy(15_137, mada)];
  const plan = [
    of(900_000, uncapped),
    of(800_000, { feeMinor: 4_000, vatMinor: 960 }),
    // What is a halala too much here is one too little there.
    of(15_066, { ...a, vatMinor: a.vatMinor + 1 }),
    of(15_137, { ...b, vatMinor: b.vatMinor - 1 }),
  ];
  await reconcile(own, fileOf(await sellPlanted(own, plan)));
  const { rows } = await auditOf(own);
  const [row] = rows;
  expect(row).toMatchObject({
    rate: { id: null, capLimitMinor: 4_000 },
    overCount: 2,
    roundingCount: 2,
    roundingMinor: 0,
  });
  expect(row?.overMinor).toBe(uncapped.feeMinor + uncapped.vatMinor - 4_600 + 360);
  expect(row?.causes.map(({ key, side }) => `${side} ${key}`).toSorted()).toEqual(
    expect.arrayContaining(['over noCap', 'over vatBase.beforeCap']),
  );
  expect(row?.causes.filter(({ side }) => side === 'over')).toHaveLength(2);
});
