import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Account,
  type ChargedDay,
  type DecidedDay,
  type DepositMade,
  type JournalEntry,
  journalOf,
  type SoldDay,
  type WrittenOffDay,
} from './journal.ts';
import { layoutColumns, layoutRows, missingOf, type ProgramLayout } from './journal-layouts.ts';

/** Made-up books around a month; the unknown bank sells and never pays. */
const [from, to] = ['2026-11-01', '2026-11-30'];
const anyDay = fc.integer({ min: -5, max: 34 }).map((days) => addDays(from, days));
const minor = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 99_999_999_999 }));
const currency = fc.constantFrom('SAR' as const, 'USD' as const);
const soldDay: fc.Arbitrary<SoldDay> = fc
  .record({
    bankId: fc.constantFrom('1', '2', 'unknown'),
    day: anyDay,
    currency,
    gross: minor,
    refunds: minor,
    feeMinor: minor,
    processingMinor: minor,
    vatMinor: minor,
    unjudgedGrossMinor: minor,
    unjudged: minor,
  })
  .map(({ gross, refunds, unjudged, ...sold }) => ({
    ...sold,
    grossMinor: gross,
    refundsMinor: -refunds,
    netMinor: gross - refunds - sold.feeMinor - sold.vatMinor,
    unjudgedRefundsMinor: -unjudged,
  }));
const soldDays = fc.uniqueArray(soldDay, {
  maxLength: 60,
  selector: ({ bankId, day, currency: of }) => `${bankId} ${day} ${of}`,
});
const deposits = fc
  .array(
    fc.record({
      bankId: fc.constantFrom('1', '2'),
      valueDate: anyDay,
      amountMinor: fc.integer({ min: -99_999_999, max: 99_999_999_999 }).filter((amount) => amount !== 0),
      currency,
      reference: fc.string(),
      undoneAt: fc.option(
        anyDay.chain((day) =>
          fc
            .integer({ min: 0, max: 86_399 })
            .map((s) => new Date(startOfRiyadhDay(day).getTime() + s * 1000)),
        ),
      ),
    }),
    { maxLength: 20 },
  )
  .map((all): DepositMade[] => all.map((each, at) => ({ ...each, id: String(at + 1) })));
const chargedDays: fc.Arbitrary<ChargedDay[]> = fc.uniqueArray(
  fc.record({
    bankId: fc.constantFrom('1', '2', 'unknown'),
    day: anyDay,
    currency,
    chargedMinor: fc.integer({ min: -99_999, max: 99_999_999 }),
    unclearMinor: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  }),
  { maxLength: 20, selector: ({ bankId, day, currency: of }) => `${bankId} ${day} ${of}` },
);
const writtenOffDays: fc.Arbitrary<WrittenOffDay[]> = fc.uniqueArray(
  fc.record({
    bankId: fc.constantFrom('1', '2', 'unknown'),
    day: anyDay,
    currency,
    netMinor: fc.integer({ min: -9_999_999, max: 9_999_999 }),
    unjudgedMinor: fc.integer({ min: -9_999, max: 9_999 }),
  }),
  { maxLength: 20, selector: ({ bankId, day, currency: of }) => `${bankId} ${day} ${of}` },
);
const decidedDays: fc.Arbitrary<DecidedDay[]> = fc.uniqueArray(
  fc.record({
    bankId: fc.constantFrom('1', '2', 'unknown'),
    day: anyDay,
    currency,
    lostMinor: fc.integer({ min: -99_999, max: 9_999_999 }),
    acceptedMinor: fc.integer({ min: -9_999_999, max: 9_999_999 }),
  }),
  { maxLength: 20, selector: ({ bankId, day, currency: of }) => `${bankId} ${day} ${of}` },
);
const books = fc.record({
  sold: soldDays,
  charged: chargedDays,
  writtenOff: writtenOffDays,
  decided: decidedDays,
  deposits,
});

const within = (day: string): boolean => day >= from && day <= to;
const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const balanceOf = (entries: readonly JournalEntry[], of: string, account: Account): number =>
  total(
    entries
      .filter((entry) => entry.currency === of)
      .flatMap(({ lines }) => lines.filter((line) => line.account === account))
      .map(({ amountMinor }) => amountMinor),
  );

test('every entry balances, has its name alone, and no line of nothing', () => {
  fc.assert(
    fc.property(books, (book) => {
      const entries = journalOf(book, from, to);
      for (const { day, lines } of entries) {
        expect(total(lines.map(({ amountMinor }) => amountMinor))).toBe(0);
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.every(({ amountMinor }) => amountMinor !== 0)).toBe(true);
        expect(within(day)).toBe(true);
      }
      expect(new Set(entries.map(({ name }) => name)).size).toBe(entries.length);
    }),
  );
});

test('the month adds up to what was sold and to what arrived and was not taken back', () => {
  fc.assert(
    fc.property(books, currency, (book, of) => {
      const entries = journalOf(book, from, to);
      const sold = book.sold.filter(({ day, ...each }) => within(day) && each.currency === of);
      const sum = (figure: (day: SoldDay) => number): number => total(sold.map(figure));
      const charged = total(
        book.charged
          .filter(({ day, ...each }) => within(day) && each.currency === of)
          .map(({ chargedMinor }) => chargedMinor),
      );
      const unclear = total(
        book.charged
          .filter(({ day, ...each }) => within(day) && each.currency === of)
          .map(({ unclearMinor }) => unclearMinor),
      );
      const given = book.writtenOff.filter(({ day, ...each }) => within(day) && each.currency === of);
      const net = total(given.map(({ netMinor }) => netMinor));
      const unjudged = total(given.map(({ unjudgedMinor }) => unjudgedMinor));
      const decided = book.decided.filter(({ day, ...each }) => within(day) && each.currency === of);
      const lost = total(decided.map(({ lostMinor }) => lostMinor));
      const accepted = total(decided.map(({ acceptedMinor }) => acceptedMinor));
      const came = book.deposits.filter((each) => each.currency === of && within(each.valueDate));
      const back = book.deposits.filter(
        ({ undoneAt, ...each }) =>
          each.currency === of &&
          undoneAt !== null &&
          undoneAt >= startOfRiyadhDay(from) &&
          undoneAt < startOfRiyadhDay(addDays(to, 1)),
      );
      const arrived =
        total(came.map(({ amountMinor }) => amountMinor)) - total(back.map(({ amountMinor }) => amountMinor));
      const balances: Record<Account, number> = {
        receivable: sum(({ netMinor }) => netMinor) - charged - unclear - net - lost - accepted - arrived,
        charges: charged,
        unclear,
        writtenOff: net + unjudged,
        lostChargebacks: lost,
        acceptedDifferences: accepted,
        unjudged: sum((day) => day.unjudgedGrossMinor + day.unjudgedRefundsMinor) - unjudged,
        bank: arrived,
        fees: sum(({ feeMinor, processingMinor }) => feeMinor - processingMinor),
        processing: sum(({ processingMinor }) => processingMinor),
        vat: sum(({ vatMinor }) => vatMinor),
        refunds: 0 - sum((day) => day.refundsMinor + day.unjudgedRefundsMinor),
        sales: 0 - sum((day) => day.grossMinor + day.unjudgedGrossMinor),
      };
      for (const [account, balance] of Object.entries(balances)) {
        const offBy = balanceOf(entries, of, account as Account) - balance;
        expect({ account, offBy }).toEqual({ account, offBy: 0 });
      }
    }),
  );
});

test('the journal of a span is that of its days, one after the other', () => {
  fc.assert(
    fc.property(books, (book) => {
      const days = Array.from({ length: 30 }, (_, at) => addDays(from, at));
      expect(days.flatMap((day) => journalOf(book, day, day))).toEqual(journalOf(book, from, to));
    }),
    { numRuns: 30 },
  );
});

test('what has no agreed rate is an entry of its own, and no fee is guessed for it', () => {
  const sold: SoldDay = {
    bankId: '1',
    day: '2026-11-15',
    currency: 'SAR',
    grossMinor: 0,
    refundsMinor: 0,
    feeMinor: 0,
    processingMinor: 0,
    vatMinor: 0,
    netMinor: 0,
    unjudgedGrossMinor: 20_000,
    unjudgedRefundsMinor: -500,
  };
  expect(
    journalOf({ sold: [sold], charged: [], writtenOff: [], decided: [], deposits: [] }, from, to),
  ).toEqual([
    {
      kind: 'UNJUDGED',
      name: 'UNJUDGED-2026-11-15-1-SAR',
      day: '2026-11-15',
      bankId: '1',
      currency: 'SAR',
      reference: '',
      lines: [
        { account: 'unjudged', amountMinor: 19_500 },
        { account: 'refunds', amountMinor: 500 },
        { account: 'sales', amountMinor: -20_000 },
      ],
    },
  ]);
});

test('figures that do not add up become no entry', () => {
  const wrong: SoldDay = {
    bankId: '1',
    day: '2026-11-15',
    currency: 'SAR',
    grossMinor: 10_000,
    refundsMinor: 0,
    feeMinor: 80,
    processingMinor: 0,
    vatMinor: 12,
    netMinor: 9_909,
    unjudgedGrossMinor: 0,
    unjudgedRefundsMinor: 0,
  };
  expect(() =>
    journalOf({ sold: [wrong], charged: [], writtenOff: [], decided: [], deposits: [] }, from, to),
  ).toThrow('off by 1');
});

const whole = { odooJournal: 'MISC', erpnextCompany: 'Diyar', banks: [] };
const chart = {
  ...whole,
  accounts: (
    [
      'sales',
      'refunds',
      'fees',
      'processing',
      'vat',
      'charges',
      'unclear',
      'writtenOff',
      'lostChargebacks',
      'acceptedDifferences',
      'receivable',
      'unjudged',
      'bank',
    ] as const
  ).map((role) => ({ role, bankId: null, account: `a-${role}` })),
};
const places = { odoo: { account: 3, debit: 5, credit: 6 }, erpnext: { account: 6, debit: 7, credit: 8 } };

test.each(['odoo', 'erpnext'] as const)(
  'in the layout of %s each entry begins with its head, balances, and the month is the same as in the journal',
  (layout: ProgramLayout) => {
    const { account, debit, credit } = places[layout];
    expect(layoutColumns(layout)[account]?.name.toLowerCase()).toContain('account');
    fc.assert(
      fc.property(books, (book) => {
        const entries = journalOf(book, from, to);
        const named = entries.map((entry) => ({ ...entry, about: 'x' }));
        const rows = layoutRows(named, chart, layout);
        expect(missingOf(entries, chart, layout)).toEqual([]);
        const minor = (row: (typeof rows)[number]) => Number(row[debit]) - Number(row[credit]);
        // A row with a head begins an entry: what follows without one belongs to it.
        const heads = rows.flatMap((row, at) => (row[0] === null ? [] : [at]));
        expect(heads).toHaveLength(entries.length);
        for (const [at, start] of heads.entries()) {
          const of = rows.slice(start, heads[at + 1]);
          expect(total(of.map(minor))).toBe(0);
          expect(of.slice(1).every((row) => row.slice(0, account).every((cell) => cell === null))).toBe(true);
        }
        for (const role of chart.accounts) {
          const sum = total(rows.filter((row) => row[account] === role.account).map(minor));
          const lines = entries.flatMap((entry) => entry.lines).filter((line) => line.account === role.role);
          expect(sum).toBe(total(lines.map(({ amountMinor }) => amountMinor)));
        }
      }),
      { numRuns: 40 },
    );
  },
);

test('a bank with an account of its own has its lines there, and what nobody chose is named', () => {
  const sold: SoldDay = {
    bankId: '2',
    day: '2026-11-15',
    currency: 'SAR',
    grossMinor: 10_000,
    refundsMinor: 0,
    feeMinor: 80,
    processingMinor: 25,
    vatMinor: 12,
    netMinor: 9_908,
    unjudgedGrossMinor: 0,
    unjudgedRefundsMinor: 0,
  };
  const entries = journalOf(
    { sold: [sold], charged: [], writtenOff: [], decided: [], deposits: [] },
    from,
    to,
  ).map((entry) => ({
    ...entry,
    about: 'x',
  }));
  const own = { role: 'receivable' as const, bankId: '2', account: '1212' };
  const rows = layoutRows(entries, { ...chart, accounts: [...chart.accounts, own] }, 'odoo');
  expect(rows).toEqual([
    ['2026-11-15', 'SOLD-2026-11-15-2-SAR', 'MISC', '1212', 'x', 9_908, 0],
    [null, null, null, 'a-fees', 'x', 55, 0],
    [null, null, null, 'a-processing', 'x', 25, 0],
    [null, null, null, 'a-vat', 'x', 12, 0],
    [null, null, null, 'a-sales', 'x', 0, 10_000],
  ]);
  const nothing = { ...whole, accounts: [own], odooJournal: null };
  expect(missingOf(entries, nothing, 'odoo')).toEqual(['fees', 'processing', 'vat', 'sales', 'odooJournal']);
  expect(missingOf(entries, nothing, 'erpnext')).toEqual(['fees', 'processing', 'vat', 'sales']);
});
