/** Totals and deposits beyond those that are held against lines are named by their number, and the file is not balanced. */
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { expect, test } from 'vitest';
import { sold, tryBankFile } from './bank-file-trial.ts';

const payments = [1, 2, 3].map((id) => sold(id, `22 1${id}:00`));
const kept = bankFileLimits.totalsKeptMax;
const rows = payments.map(
  ({ rrn }) => `88501158,${rrn},Purchase,22/11/2026 12:00,100.00,0.80,0.12,99.08,23/11/2026`,
);
const judged = async (...more: string[]) => {
  const names = 'Terminal ID,RRN,Type,Date,Amount,Fee,VAT,Net,Settlement Date';
  const { verdict, absent } = (await tryBankFile([names, ...rows, ...more, ''].join('\n'), payments)).summary;
  return { verdict, absent };
};
const timeout = 60_000;

test('more totals than are compared', { timeout }, async () => {
  const total = 'Grand Total,,,,300.00,2.40,0.36,297.24,';
  const whole = await judged(...Array.from({ length: kept }, () => total));
  expect(whole).toMatchObject({ verdict: 'BALANCED', absent: [] });
  expect(await judged(...Array.from({ length: kept + 2 }, () => total))).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'figuresBeyond', value: '2', count: 2 }],
  });
});

test('more deposits than are compared', { timeout }, async () => {
  const deposit = (amount: string): string => `,,Payout,23/11/2026,${amount},,,,`;
  const deposits = [deposit('297.24'), ...Array.from({ length: kept }, () => deposit('0.00'))];
  expect(await judged(...deposits)).toEqual({
    verdict: 'INCOMPLETE',
    absent: [{ kind: 'figuresBeyond', value: '1', count: 1 }],
  });
});
