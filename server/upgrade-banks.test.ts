/**
 * A portal that is older than its banks (migration 0030): each merchant gets the bank that it applied with, or one to be named,
 * and what was approved until then is owed by it.
 */
import pg from 'pg';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { emptyDatabase } from './platform/testing/database.ts';
import { expectationDifferences } from './testing/agreement.ts';

/** The last one before there were banks. */
const beforeBanks = 29;

/** Two merchants with a terminal each, the second without a bank; sales of Thursday, 19 November 2026. */
const fill = `
  INSERT INTO merchants (uuid, name_en, name_ar, bank_code, cutoff)
  VALUES (gen_random_uuid(), 'Olaya', 'Olaya', '80', '22:00'), (gen_random_uuid(), 'Malqa', 'Malqa', NULL, '00:00');
  INSERT INTO branches (merchant_id, code, name_en, name_ar) SELECT id, 'B1', name_en, name_ar FROM merchants;
  INSERT INTO terminals (merchant_id, tid, brand, manufacturer, model, branch_id)
  SELECT merchant_id, '8850115' || merchant_id, 'Brand', 'Maker', 'Model', id FROM branches;
  INSERT INTO discount_rates (merchant_id, scheme, mdr_bps, valid_from)
  SELECT id, scheme, 80, DATE '2026-01-01' FROM merchants CROSS JOIN (VALUES ('Mada'), ('Visa')) AS s (scheme);
  INSERT INTO transactions (merchant_id, uuid, type, status, amount_minor, scheme, terminal_id, tid, branch_id, mdr_bps,
                            fee_minor, vat_minor, net_minor, created_at, decided_at, business_day)
  SELECT t.merchant_id, gen_random_uuid(), sold.type, sold.status, sold.amount, sold.scheme, t.id, t.tid, t.branch_id, sold.mdr,
         sold.fee, sold.vat, sold.amount - sold.fee - sold.vat, TIMESTAMPTZ '2026-11-19 10:00+03', TIMESTAMPTZ '2026-11-19 10:01+03', DATE '2026-11-19'
    FROM terminals t
   CROSS JOIN (VALUES ('PURCHASE', 'APPROVED', 10000, 'Mada', 80, 80, 12), ('PURCHASE', 'APPROVED', 20000, 'Visa', 0, 0, 0),
                      ('REFUND', 'APPROVED', 3000, 'Mada', 0, 0, 0), ('PURCHASE', 'DECLINED', 5000, 'Mada', 0, 0, 0))
     AS sold (type, status, amount, scheme, mdr, fee, vat)`;
const tables = ['merchants', 'branches', 'terminals', 'discount_rates', 'transactions'];

test('a portal from before its banks: one bank for each merchant, which owes what was approved', async () => {
  const { url, roles } = await emptyDatabase();
  await migrate(url, { upTo: beforeBanks });
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const db = openDatabase(roles);
  try {
    const force = (is: 'NO FORCE' | 'FORCE'): string =>
      tables.map((table) => `ALTER TABLE ${table} ${is} ROW LEVEL SECURITY`).join(';');
    await owner.query(`BEGIN; ${force('NO FORCE')}; ${fill}; ${force('FORCE')}; COMMIT`);
    await migrate(url);
    await owner.query(
      [
        'banks',
        'bank_cutoffs',
        'terminal_banks',
        'expectations',
        'discount_rates',
        'transactions',
        'merchants',
      ]
        .map((table) => `ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`)
        .join(';'),
    );

    const banks = await owner.query(
      `SELECT m.name_en AS merchant, b.name_en AS bank, b.code, left(c.cutoff::text, 5) AS cutoff,
              (SELECT count(*)::int FROM terminal_banks t WHERE t.merchant_id = m.id AND t.bank_id = b.id) AS terminals,
              (SELECT count(*)::int FROM discount_rates r WHERE r.merchant_id = m.id AND r.bank_id = b.id) AS rates
         FROM merchants m JOIN banks b ON b.merchant_id = m.id
         JOIN bank_cutoffs c ON c.merchant_id = m.id AND c.bank_id = b.id ORDER BY m.id`,
    );
    expect(banks.rows).toEqual([
      { merchant: 'Olaya', bank: 'Al Rajhi Bank', code: '80', cutoff: '22:00', terminals: 1, rates: 2 },
      { merchant: 'Malqa', bank: 'Bank', code: null, cutoff: '00:00', terminals: 1, rates: 2 },
    ]);
    // mada the next working day, others the third, which are Sunday and Tuesday; without a rate no fee is owed or not owed.
    const owed = await owner.query(
      `SELECT e.type, e.scheme, e.gross_minor::int AS gross, e.net_minor::int AS net, e.due_day::text AS due, count(*)::int AS merchants
         FROM expectations e JOIN banks b ON b.merchant_id = e.merchant_id AND b.id = e.bank_id
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 3`,
    );
    expect(owed.rows).toEqual([
      { type: 'REFUND', scheme: 'Mada', gross: -3_000, net: -3_000, due: '2026-11-22', merchants: 2 },
      { type: 'PURCHASE', scheme: 'Mada', gross: 10_000, net: 9_908, due: '2026-11-22', merchants: 2 },
      { type: 'PURCHASE', scheme: 'Visa', gross: 20_000, net: null, due: '2026-11-24', merchants: 2 },
    ]);
    expect(await expectationDifferences(db)).toEqual([]);
  } finally {
    await closeDatabase(db);
    await owner.end();
  }
});
