import { addDays } from '@mizan/contract/business-day.ts';
import type { AuditLine, FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Proof, ProofCause, ProofFigures, ProofRow } from '@mizan/contract/proof.ts';
import type { SettlementTableRow } from '@mizan/contract/settlement-table.ts';
import { givesBack } from '@mizan/contract/transaction-types.ts';
import { expect, test } from 'vitest';
import { expectFiguresOpen, openedLines } from '../fee-audit/testing/figures-open.ts';
import { bankWorld } from '../reconciliation/testing/bank-world.ts';
import {
  journalRows,
  overcharged,
  type Paid,
  paymentsOf,
  tableOf,
  vatOf,
  writeOneBook,
} from './testing/one-book.ts';
import { plantedMonth } from './testing/planted-month.ts';
import { expectToClose, proofRowsOf } from './testing/proof-world.ts';

/**
 * One book of a month of two banks, said by the settlement table, the proof, the fee audit, the VAT report and the journal:
 * what two of them say is the same to the halala, and what one of them says are its rows.
 */
const { world, najd, tihama } = await writeOneBook(await bankWorld());
const span = { from: '2026-11-01', to: '2026-11-30' };
const days = Array.from({ length: 30 }, (_, at) => addDays(span.from, at));
const bankNames: Readonly<Record<string, string>> = { [najd]: 'Najd Bank', [tihama]: 'Tihama Bank' };
const banks = [najd, tihama];

const payments = await paymentsOf(world, plantedMonth);
const table = await tableOf(world, plantedMonth);
const vat = await vatOf(world, plantedMonth);
const journal = await journalRows(world, { from: span.from, to: '2026-12-02' });
/** With every cause opened, and its rows added up. */
const proof = await expectToClose(world, { month: plantedMonth, by: 'bank' });
const byBranch = await expectToClose(world, { month: plantedMonth, by: 'branch' }, false);
/** With every figure opened, and its lines added up. */
const audit: FeeAudit = await expectFiguresOpen(world, span);

const total = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);
const ofBank = <T extends { bankId: string }>(rows: readonly T[], bankId: string): T[] =>
  rows.filter((each) => each.bankId === bankId);
const signed = ({ type, amountMinor }: Paid): number => (givesBack({ type }) ? -amountMinor : amountMinor);
const cellOf = ({ bankId, day, scheme }: Pick<Paid, 'bankId' | 'day' | 'scheme'>): string =>
  [bankId, day, scheme].join(' ');
const proofOf = (bankId: string): ProofRow => {
  const found = proof.rows.find(({ key }) => key === `k${bankId}`);
  if (!found) throw new Error('the proof has no row of the bank');
  return found;
};
const causeIn = ({ gaps }: Pick<ProofFigures, 'gaps'>, ...causes: ProofCause[]): number =>
  total(
    Object.values(gaps).flatMap((gap) => gap?.causes ?? []),
    ({ cause, amountMinor }) => (causes.includes(cause) ? amountMinor : 0),
  );
/** What the journal has on an account, of a bank and some kinds of entries; debits above zero. */
const booked = (account: string, bankId: string, ...kinds: string[]): number =>
  total(
    journal.filter((each) => each.account === account && each.bank === bankNames[bankId]),
    ({ kind, day, amountMinor }) =>
      (kinds.length === 0 || kinds.includes(kind)) && (kind !== 'SOLD' || day <= span.to) ? amountMinor : 0,
  );

test('the settlement table is its payments: each row from gross to net, and the sums are its rows', () => {
  const cells = Map.groupBy(payments, cellOf);
  expect(table.rows.map(cellOf).toSorted()).toEqual([...cells.keys()].toSorted());
  for (const row of table.rows) {
    const sold = cells.get(cellOf(row)) ?? [];
    const rated = sold.filter(({ isRated }) => isRated);
    const processingMinor = total(rated, ({ feeMinor, mdrMinor }) => feeMinor - mdrMinor);
    expect(row).toMatchObject({
      grossMinor: total(rated, (each) => Math.max(0, signed(each))),
      refundsMinor: 0 + total(rated, (each) => Math.min(0, signed(each))),
      mdrMinor: 0 - total(rated, ({ mdrMinor }) => mdrMinor),
      processingMinor: 0 - processingMinor,
      vatMinor: 0 - total(rated, ({ vatMinor }) => vatMinor),
      unjudgedMinor: total(sold, (each) => (each.isRated ? 0 : signed(each))),
      netMinor: row.grossMinor + row.refundsMinor + row.mdrMinor + row.processingMinor + row.vatMinor,
    });
  }
  const [sums, ...others] = table.totals;
  expect(others).toEqual([]);
  for (const name of [
    'grossMinor',
    'refundsMinor',
    'mdrMinor',
    'processingMinor',
    'vatMinor',
    'netMinor',
    'arrivedMinor',
  ] as const)
    expect([name, sums?.[name]]).toEqual([name, total(table.rows, (row) => row[name])]);
  expect(sums?.netMinor).toBe(
    (sums?.arrivedMinor ?? 0) - (sums?.differenceMinor ?? 0) + (sums?.unsaidMinor ?? 0),
  );
});

test('the VAT report has the fees and the VAT of the settlement table, bank by bank', () => {
  expect(vat.rows.map(({ bankId }) => bankId)).toEqual(banks);
  for (const row of vat.rows) {
    const settled = ofBank(table.rows, row.bankId);
    expect(row).toMatchObject({
      mdrMinor: -total(settled, ({ mdrMinor }) => mdrMinor),
      processingMinor: 0 - total(settled, ({ processingMinor }) => processingMinor),
      baseMinor: row.mdrMinor + row.processingMinor,
      vatMinor: -total(settled, ({ vatMinor }) => vatMinor),
      unjudgedMinor: total(settled, ({ unjudgedMinor }) => unjudgedMinor),
    });
  }
});

test('the journal has them, too, day by day, and every entry balances', () => {
  for (const entry of Map.groupBy(journal, (each) => each.entry).values())
    expect([entry[0]?.entry, total(entry, ({ amountMinor }) => amountMinor)]).toEqual([entry[0]?.entry, 0]);
  for (const bankId of banks)
    for (const day of days) {
      const settled = ofBank(table.rows, bankId).filter((row) => row.day === day);
      const ofDay = (account: string): number =>
        total(journal, (each) =>
          each.bank === bankNames[bankId] &&
          each.day === day &&
          each.account === account &&
          ['SOLD', 'UNJUDGED'].includes(each.kind)
            ? each.amountMinor
            : 0,
        );
      const said = (of: (row: SettlementTableRow) => number): number => 0 + total(settled, of);
      expect([bankId, day, ...soldAccounts.map(ofDay)]).toEqual([
        bankId,
        day,
        said(({ netMinor }) => netMinor),
        said(({ unjudgedMinor }) => unjudgedMinor),
        said(({ mdrMinor }) => 0 - mdrMinor),
        said(({ processingMinor }) => 0 - processingMinor),
        said(({ vatMinor }) => 0 - vatMinor),
        said(({ refundsMinor }) => 0 - refundsMinor),
        said(({ grossMinor, unjudgedMinor }) => 0 - grossMinor - unjudgedMinor),
      ]);
    }
});
const soldAccounts = [
  'Receivable from the bank',
  'Receivable with fees not judged',
  'Card fees',
  'Processing fees',
  'VAT on card fees',
  'Card refunds',
  'Card sales',
];

test('the proof has the payments of the settlement table and what arrived of them, by bank and as a whole', () => {
  const figures = ({ transactions, deposit }: ProofFigures) => [
    transactions.amountMinor,
    deposit?.amountMinor ?? 0,
  ];
  const settled = (rows: readonly SettlementTableRow[]) => [
    total(rows, ({ grossMinor, refundsMinor, unjudgedMinor }) => grossMinor + refundsMinor + unjudgedMinor),
    total(rows, ({ arrivedMinor }) => arrivedMinor),
  ];
  for (const bankId of banks) expect(figures(proofOf(bankId))).toEqual(settled(ofBank(table.rows, bankId)));
  expect(figures(proof.total)).toEqual(settled(table.rows));
  expect(proof.total.transactions.count).toBe(payments.length);
});

test('the days of the proof, and its branches, come to the month and to its banks', async () => {
  const sums = ({ transactions, lines, terminals, deposit }: ProofFigures) => [
    transactions.amountMinor,
    transactions.count,
    lines.amountMinor,
    lines.count,
    terminals?.amountMinor ?? 0,
    deposit?.amountMinor ?? 0,
  ];
  const added = (all: readonly number[][]): number[] =>
    all.reduce((sum, each) => sum.map((value, at) => value + (each[at] ?? 0)));
  const ofDays: Proof[] = [];
  for (const day of days) ofDays.push(await expectToClose(world, { day, by: 'bank' }, false));
  expect(added(ofDays.map((each) => sums(each.total)))).toEqual(sums(proof.total));
  for (const bankId of banks) {
    const rows = ofDays.flatMap((each) => each.rows.filter(({ key }) => key === `k${bankId}`));
    // Reconciliations of the month count payments of both banks, of a day those of one: they stand under another row.
    expect(added(rows.map(sums)).slice(0, 4)).toEqual(sums(proofOf(bankId)).slice(0, 4));
    expect(added(rows.map(sums))[5]).toBe(sums(proofOf(bankId))[5]);
  }
  expect(sums(byBranch.total)).toEqual(sums(proof.total));
  // A deposit is of no branch.
  expect(added(byBranch.rows.map(sums)).slice(0, 5)).toEqual(sums(proof.total).slice(0, 5));
});

test('what arrived is booked: deposits of the journal are what the settlements received', () => {
  for (const bankId of banks) {
    const arrived = total(ofBank(table.rows, bankId), ({ arrivedMinor }) => arrivedMinor);
    expect([bankId, booked('Bank account', bankId)]).toEqual([bankId, arrived]);
  }
});

test('what waits of a settlement in the proof is in that state in the table, and no other settlement is', async () => {
  const states: [ProofCause, SettlementTableRow['state']][] = [
    ['LATE', 'LATE'],
    ['SHORT', 'SHORT'],
    ['UNRECORDED', 'UNRECORDED'],
    ['DEPOSIT_PARTLY', 'PARTLY'],
  ];
  for (const [cause, said] of states) {
    const rows = await proofRowsOf(world, { month: plantedMonth, cause });
    const found = rows.map(({ bankId, day, scheme }) =>
      table.rows.find((row) => row.bankId === bankId && row.day === day && row.scheme === scheme),
    );
    expect([cause, [...new Set(found.map((row) => row?.state))]]).toEqual([cause, [said]]);
  }
  // Each of the table that bank lines say something of, and that asks, is in the proof.
  const late = await proofRowsOf(world, { month: plantedMonth, cause: 'LATE' });
  expect(late).toHaveLength(table.rows.filter(({ state }) => state === 'LATE').length);
});

const auditLines = async (side: 'judged' | 'otherAmount' | 'unsaid' | 'notJudged'): Promise<AuditLine[]> =>
  (await openedLines(world, { ...span, side })).rows;

test('the fee audit holds each line against the fee of its payment, and has each payment whose fee the proof names', async () => {
  const judged = await auditLines('judged');
  const others = [...(await auditLines('otherAmount')), ...(await auditLines('unsaid'))];
  const byId = new Map(payments.map((each) => [each.id, each]));
  for (const { transactionId, bankId, day, agreedFeeMinor, agreedVatMinor } of judged)
    expect(byId.get(transactionId)).toMatchObject({
      bankId,
      day,
      feeMinor: agreedFeeMinor,
      vatMinor: agreedVatMinor,
    });
  const fees = await proofRowsOf(world, { month: plantedMonth, cause: 'FEES' });
  const named = [...judged, ...others].map(({ transactionId }) => transactionId);
  expect(new Set(fees.map(({ transactionId }) => transactionId))).toEqual(new Set(named));
  expect(fees).toHaveLength(named.length);
  const chargesOf = (id: string): number => (byId.get(id)?.feeMinor ?? 0) + (byId.get(id)?.vatMinor ?? 0);
  for (const bankId of banks) {
    const rows = ofBank([...judged, ...others], bankId);
    expect([bankId, causeIn(proofOf(bankId), 'FEES')]).toEqual([
      bankId,
      -total(rows, ({ transactionId }) => chargesOf(transactionId)),
    ]);
  }
  // A settlement of which files say every payment: the audit agrees on what the table takes from it.
  const whole = table.rows.filter((row) => {
    const sold = payments.filter((each) => cellOf(each) === cellOf(row) && each.isRated);
    return sold.length > 0 && sold.every(({ id }) => judged.some((line) => line.transactionId === id));
  });
  expect(whole.length).toBeGreaterThan(5);
  for (const row of whole) {
    const lines = judged.filter((line) => cellOf(line) === cellOf(row));
    const agreed = total(lines, (line) => (line.agreedFeeMinor ?? 0) + (line.agreedVatMinor ?? 0));
    expect([cellOf(row), agreed]).toEqual([cellOf(row), -row.mdrMinor - row.processingMinor - row.vatMinor]);
  }
});

test('fees and their VAT are one figure in all five books, each held against each', async () => {
  const lines = [
    ...(await auditLines('judged')),
    ...(await auditLines('otherAmount')),
    ...(await auditLines('unsaid')),
  ];
  const named = new Set(lines.map(({ transactionId }) => transactionId));
  for (const bankId of banks) {
    const rated = ofBank(payments, bankId).filter(({ isRated }) => isRated);
    const unsaid = rated.filter(({ id }) => !named.has(id));
    const restMinor = total(unsaid, ({ feeMinor, vatMinor }) => feeMinor + vatMinor);
    const settled = ofBank(table.rows, bankId);
    const ofLines = rated.filter(({ id }) => named.has(id));
    const audited = (of: (each: Paid) => number, agreed: (line: AuditLine) => number | null): number =>
      total(ofLines, (each) => {
        const line = lines.find(({ transactionId }) => transactionId === each.id);
        return (line && agreed(line)) ?? of(each);
      }) + total(unsaid, of);
    const books = {
      payments: [total(rated, ({ feeMinor }) => feeMinor), total(rated, ({ vatMinor }) => vatMinor)],
      table: [
        -total(settled, ({ mdrMinor, processingMinor }) => mdrMinor + processingMinor),
        -total(settled, (row) => row.vatMinor),
      ],
      vat: vat.rows.filter((row) => row.bankId === bankId).flatMap((row) => [row.baseMinor, row.vatMinor]),
      journal: [
        booked('Card fees', bankId, 'SOLD') + booked('Processing fees', bankId, 'SOLD'),
        booked('VAT on card fees', bankId, 'SOLD'),
      ],
      audit: [
        audited(
          ({ feeMinor }) => feeMinor,
          ({ agreedFeeMinor }) => agreedFeeMinor,
        ),
        audited(
          ({ vatMinor }) => vatMinor,
          ({ agreedVatMinor }) => agreedVatMinor,
        ),
      ],
    };
    const [feeMinor = 0, vatMinor = 0] = books.payments;
    expect([bankId, feeMinor > 0, vatMinor > 0]).toEqual([bankId, true, true]);
    for (const [name, said] of Object.entries(books)) expect([name, said]).toEqual([name, books.payments]);
    // The proof has fees and VAT in one sum, of the payments that lines say.
    expect(-causeIn(proofOf(bankId), 'FEES') + restMinor).toBe(feeMinor + vatMinor);
  }
});

test('what the fee audit calls too much is what the proof says banks kept beside the agreed fees', async () => {
  for (const bankId of banks) {
    const row = proofOf(bankId);
    const rows = ofBank(audit.rows, bankId);
    const differing = -causeIn(row, 'FEE_DIFFERS', 'ACCEPTED_CHARGES');
    expect([bankId, differing]).toEqual([
      bankId,
      total(rows, ({ overMinor, underMinor }) => overMinor + underMinor),
    ]);
    expect([bankId, 0 - causeIn(row, 'ROUNDING')]).toEqual([
      bankId,
      total(rows, ({ roundingMinor }) => roundingMinor),
    ]);
    expect([bankId, 0 - causeIn(row, 'NO_RATE')]).toEqual([
      bankId,
      total(rows, ({ notJudgedMinor }) => notJudgedMinor),
    ]);
  }
  const causes = ofBank(audit.rows, tihama).flatMap((row) => row.causes);
  expect(Object.fromEntries(causes.map(({ kind, differenceMinor }) => [kind, differenceMinor]))).toEqual(
    overcharged,
  );
  expect(causes).toHaveLength(2);
});

test('what banks took beside payments, and what people decided, is in the journal what the proof says', () => {
  for (const bankId of banks) {
    const row = proofOf(bankId);
    const accepted = causeIn(row, 'ACCEPTED_LINES', 'ACCEPTED_CHARGES');
    const unclear = causeIn(row, 'ADJUSTMENT', 'INVOICE', 'CARRIED_OVER', 'UNNAMED_LINE');
    expect([
      bankId,
      booked('Other charges of the bank', bankId),
      booked('To be clarified with the bank', bankId),
      booked('Lost chargebacks', bankId),
      booked('Accepted differences', bankId),
      booked('Written off', bankId),
    ]).toEqual([
      bankId,
      0 - causeIn(row, 'RENT', 'BANK_FEE', 'CHARGEBACK_FEE'),
      0 - unclear,
      0 - causeIn(row, 'CHARGEBACK_LOST'),
      0 - accepted,
      total(ofBank(table.writtenOff, bankId), ({ netMinor }) => netMinor),
    ]);
  }
  // Of no bank that is not one of these two.
  expect(journal.filter(({ bank }) => !Object.values(bankNames).includes(bank))).toEqual([]);
});

test('what the journal says that banks still owe is what the table lacks, less what has an entry of its own', () => {
  for (const bankId of banks) {
    const settled = ofBank(table.rows, bankId);
    const open = total(settled, ({ netMinor, arrivedMinor }) => netMinor - arrivedMinor);
    const apart = [
      'Other charges of the bank',
      'To be clarified with the bank',
      'Lost chargebacks',
      'Accepted differences',
      'Written off',
    ];
    expect([bankId, booked('Receivable from the bank', bankId)]).toEqual([
      bankId,
      open - total(apart, (account) => booked(account, bankId)),
    ]);
  }
});
