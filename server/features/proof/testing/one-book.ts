import { exportJournal } from '@mizan/contract/journal.ts';
import type { Rate } from '@mizan/contract/money.ts';
import { getSettlementTable, type SettlementTable } from '@mizan/contract/settlement-table.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import { getVatReport, type VatReport } from '@mizan/contract/vat-report.ts';
import { expect } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import { chargesBy, plantRate } from '../../fee-audit/testing/planted-fees.ts';
import type { BankWorld, Sold } from '../../reconciliation/testing/bank-world.ts';
import { Month, netOf, row, takenBack } from './month-files.ts';
import { writePlantedMonth } from './planted-month.ts';

/**
 * The planted month, and beside it what fees have: a cap that a bank forgot, a processing fee, a rate that changed in the
 * middle of the month and that the bank did not change, a payment that never came, and deposits short, over and late.
 */
const mada: Rate = { mdrBps: 80, vatBps: 1_500, capLimitMinor: 4_000, processingFeeMinor: 0 };
const uncapped: Rate = { ...mada, capLimitMinor: null };
const visaUntil: Rate = { mdrBps: 220, vatBps: 1_500, capLimitMinor: null, processingFeeMinor: 25 };
const visaSince: Rate = { ...visaUntil, mdrBps: 200 };

/** What the bank took too much, by hand: 72.00 instead of 40.00, and 2.20% instead of 2.00% of 333.00, each with 15% VAT. */
export const overcharged = { noCap: 3_200 + 480, otherRate: 67 + 10 };

export interface OneBook {
  world: BankWorld;
  najd: string;
  tihama: string;
}

export async function writeOneBook(first: BankWorld): Promise<OneBook> {
  const world = await writePlantedMonth(first);
  const banks = await platformRows<{ id: string }>(
    world.portal.db,
    'SELECT id AS place, id::text FROM banks WHERE merchant_id = $1 ORDER BY place',
    [world.merchant.merchantId],
  );
  const [najd = '', tihama = ''] = banks.map(({ id }) => id);
  const month = new Month(world, { najd, tihama });
  await plantRate(world, tihama, 'Visa', visaUntil, '2026-10-01');
  await plantRate(world, tihama, 'Visa', visaSince, '2026-11-18');
  const visa = { scheme: 'Visa' as const, terminal: 2 };
  const [clean, large, charged, back] = (await month.sell(
    '2026-11-17',
    [
      { time: '09:00', amountMinor: 10_000, terminal: 2 },
      { time: '10:00', amountMinor: 900_000, terminal: 2, rate: mada },
      { ...visa, time: '11:00', amountMinor: 20_000, rate: visaUntil },
      { ...visa, time: '12:00', amountMinor: 5_000, type: 'REFUND', rate: visaUntil },
      { time: '10:30', amountMinor: 7_700, terminal: 2 },
    ],
    'tihama',
  )) as [Sold, Sold, Sold, Sold, Sold];
  const ofMada = [row(clean), row(large, chargesBy(900_000, uncapped)), takenBack(clean)];
  const ofVisa = [row(charged), row(back)];
  await month.bring('tihama', 'tihama-17.csv', [...ofMada, ...ofVisa]);
  const [kept, agreed] = (await month.sell(
    '2026-11-18',
    [
      { ...visa, time: '09:00', amountMinor: 33_300, rate: visaSince },
      { ...visa, time: '10:00', amountMinor: 44_400, rate: visaSince },
    ],
    'tihama',
  )) as [Sold, Sold];
  const next = [row(kept, chargesBy(33_300, visaUntil)), row(agreed)];
  await month.bring('tihama', 'tihama-18.csv', next);
  await month.pays('tihama', '2026-11-17', netOf(ofMada) - 1_234, '2026-11-18');
  await month.pays('tihama', '2026-11-17', netOf(ofVisa) + 55, '2026-11-18', 'Visa');
  await month.pays('tihama', '2026-11-18', netOf(next), '2026-11-25', 'Visa');
  // What people decided on 1 December stands in the journal from the 2nd on.
  world.portal.clock.set(new Date('2026-12-03T09:00:00Z'));
  const token = await world.portal.tokenOf(world.merchant.owner.userId);
  return { world: { ...world, token }, najd, tihama };
}

export async function tableOf({ portal, token }: BankWorld, month: string): Promise<SettlementTable> {
  const answer = await portal.call(getSettlementTable, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<SettlementTable>();
}

export async function vatOf({ portal, token }: BankWorld, month: string): Promise<VatReport> {
  const answer = await portal.call(getVatReport, { query: { month } }, { token });
  expect(answer.statusCode).toBe(200);
  return answer.json<VatReport>();
}

/** A line of the journal as a file: a debit is above zero. */
export interface JournalRow {
  /** 'SOLD', 'DEPOSIT', … */
  kind: string;
  entry: string;
  day: string;
  bank: string;
  account: string;
  amountMinor: number;
}

export async function journalRows(
  { portal, token }: BankWorld,
  query: { from: string; to: string },
): Promise<JournalRow[]> {
  const answer = await portal.call(exportJournal, { query }, { token });
  expect(answer.statusCode).toBe(200);
  const [head = '', ...lines] = answer.body
    .replace(/^\uFEFF/u, '')
    .trim()
    .split(/\r?\n/);
  expect(head).toBe('Entry,Date,Description,Bank,Account,Debit,Credit,Currency,Bank reference');
  return lines.map((line) => {
    const [entry = '', day = '', , bank = '', account = '', debit, credit] = line.split(',');
    const amountMinor = Math.round(100 * (Number(debit) - Number(credit)));
    return { kind: entry.split('-')[0] ?? '', entry, day, bank, account, amountMinor };
  });
}

/** A payment as it was written, whatever any screen makes of it. */
export interface Paid {
  id: string;
  bankId: string;
  day: string;
  scheme: Scheme;
  type: TransactionType;
  amountMinor: number;
  mdrMinor: number;
  feeMinor: number;
  vatMinor: number;
  isRated: boolean;
}

export const paymentsOf = ({ portal, merchant }: BankWorld, month: string): Promise<Paid[]> =>
  platformRows<Paid>(
    portal.db,
    `SELECT id AS place, id::text, bank_id::text AS "bankId", business_day::text AS day, scheme, type, amount_minor AS "amountMinor",
            mdr_minor AS "mdrMinor", fee_minor AS "feeMinor", vat_minor AS "vatMinor",
            scheme = 'Mada' OR mdr_bps > 0 AS "isRated"
       FROM transactions
      WHERE merchant_id = $1 AND status = 'APPROVED' AND to_char(business_day, 'YYYY-MM') = $2 ORDER BY place`,
    [merchant.merchantId, month],
  );
