/**
 * A bank's month whose rates change in the middle, with caps, processing fees, VAT by line and by batch, cut and half up, and
 * charges that are too much: through the runner and the audit, a claim is what was planted to the halala, and rounding is
 * named and never in it. Each seed is printed with a failure.
 */
import { randomUUID } from 'node:crypto';
import { type FeeClaimDetail, makeFeeClaim } from '@mizan/contract/fee-claims.ts';
import { expect, test } from 'vitest';
import { expectFiguresOpen } from '../../server/features/fee-audit/testing/figures-open.ts';
import { bankIdOf, plantRate } from '../../server/features/fee-audit/testing/planted-fees.ts';
import {
  anotherMerchant,
  bankWorld,
  reconcile,
  sell,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { tenantRows } from '../../server/platform/database/database.ts';
import { type ChargedSale, feeAnswer, feeFile, feeMonth, feeRoundings } from './fee-month.ts';
import { seededRandom } from './random.ts';

const rounds = Number(process.env['FEE_ROUNDS'] ?? (process.env['MIZAN_LONG'] ? 30 : 1));
const firstSeed = Number(process.env['FEE_FROM'] ?? 1);
const world = await bankWorld();
const november = { from: '2026-11-01', to: '2026-11-21' };

const keyOf = ({ scheme, rate }: { scheme: string; rate: { validFrom: string | null } | null }): string =>
  `${scheme} ${rate?.validFrom}`;

async function runSeed(seed: number, rounding: (typeof feeRoundings)[number]): Promise<void> {
  const month = feeMonth(seededRandom(seed), 45, rounding);
  const told = `seed ${seed}: ${rounding}${month.isApart ? ', apart' : ''}${month.hasBatches ? ', batches' : ''}`;
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  for (const { scheme, validFrom, ...rate } of month.rates)
    await plantRate(own, bankId, scheme, rate, validFrom);
  const sold = await sell(
    own,
    month.sales.map(({ scheme, amountMinor, rate, day }, at) => ({
      scheme,
      amountMinor,
      rate,
      at: `${day} ${String(8 + (at % 12)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`,
    })),
  );
  // The portal's own arithmetic agrees with the generator's before anything is compared.
  expect({ told, fees: sold.map(({ feeMinor, vatMinor }) => [feeMinor, vatMinor]) }).toEqual({
    told,
    fees: month.sales.map(({ agreed }) => [agreed.feeMinor, agreed.vatMinor]),
  });
  const file = await reconcile(own, feeFile(month, sold), `fees_${seed}.csv`);
  expect({ told, state: file.state }).toEqual({ told, state: 'DONE' });
  // Each figure of it opens lines that add up to it.
  const { rows, totals } = await expectFiguresOpen(own, november);
  expect({ told, totals }).toEqual({ told, totals: [{ currency: 'SAR', ...feeAnswer(month.sales) }] });
  const planted = Map.groupBy(month.sales, keyOf);
  for (const row of rows)
    expect({ told, row: keyOf(row), found: row }).toMatchObject({
      told,
      found: feeAnswer(planted.get(keyOf(row)) as ChargedSale[]),
    });
  expect(rows.length).toBe(planted.size);
  const causes = rows.flatMap((row) => row.causes);
  expect(causes.filter(({ side }) => side === 'rounding').every(({ kind }) => kind === 'rounding')).toBe(
    true,
  );
  expect(causes.filter(({ side }) => side !== 'rounding').some(({ kind }) => kind === 'rounding')).toBe(
    false,
  );
  const { overCount: count, overMinor: claimedMinor } = feeAnswer(month.sales);
  if (count === 0) return;
  const body = { requestId: randomUUID(), ...november, bankId, count, claimedMinor };
  const claim = await own.portal.call(makeFeeClaim, { body }, { token: own.token });
  expect({ told, status: claim.statusCode }).toEqual({ told, status: 201 });
  const lines = await tenantRows<{ id: string; charged: number }>(
    own.portal.db,
    own.merchant.merchantId,
    `SELECT transaction_id::text AS id, charged_minor AS charged FROM fee_claim_lines
      WHERE merchant_id = tenant_id() AND claim_id = $1 ORDER BY transaction_id`,
    [claim.json<FeeClaimDetail>().id],
  );
  const over = month.sales.flatMap(({ wrong, charged, agreed }, at) => {
    const sum = charged.feeMinor + charged.vatMinor;
    return wrong !== null && sum > agreed.feeMinor + agreed.vatMinor
      ? [{ id: sold[at]?.id ?? '', charged: sum }]
      : [];
  });
  expect({ told, lines }).toEqual({ told, lines: over.toSorted((a, b) => Number(a.id) - Number(b.id)) });
}

test.each(feeRoundings)(
  `a bank that rounds as '%s': the claim is what was planted, over ${rounds} months`,
  {
    timeout: 600_000,
  },
  async (rounding) => {
    const own = feeRoundings.indexOf(rounding) * 10_000;
    for (let seed = firstSeed; seed < firstSeed + rounds; seed++) await runSeed(own + seed, rounding);
  },
);
