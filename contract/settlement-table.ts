import * as z from 'zod';
import { depositStates } from './deposit-states.ts';
import { currencies } from './money.ts';
import { day } from './page.ts';
import { defineRoute } from './route.ts';
import { bankId, month } from './settlement.ts';
import { schemes } from './transaction-states.ts';

/** Settlements as rows that an accountant reads: gross down to net, what arrived of it, and what is missing. */

/** Those that a person has to look at, or those of one state. */
export const tableFilters = ['ASKING', ...depositStates] as const;

const minor = z.number().int();
const count = z.number().int();

/** Sums of payments whose rate was agreed: gross and refunds less rate, fee and VAT is the net. */
const money = {
  grossMinor: minor,
  refundsMinor: minor,
  mdrMinor: minor,
  processingMinor: minor,
  vatMinor: minor,
  netMinor: minor,
  arrivedMinor: minor,
};

const settlementTableRow = z.object({
  bankId,
  scheme: z.enum(schemes),
  currency: z.enum(currencies),
  day,
  dueDay: day,
  /** The last value date of what paid it. */
  arrivedOn: day.nullable(),
  /** Each value date of what paid it once, in order: several where it was paid in parts; none where nothing has arrived. */
  valueDates: z.array(day),
  ...money,
  /** Without an agreed rate: in none of the sums. */
  unjudgedCount: count,
  unjudgedMinor: minor,
  /**
   * What arrived less the net; null where that says nothing: not all of it has an agreed rate, or nothing has arrived of
   * what is not late.
   */
  differenceMinor: minor.nullable(),
  state: z.enum(depositStates),
  /** The bank's working days after the due one. */
  lateDays: count.nullable(),
});
export type SettlementTableRow = z.infer<typeof settlementTableRow>;

/**
 * What comes to what a row lacks: payments of it that were written off; or what its bank took by lines about no payment: rent and
 * fees of its own, lines that nobody has clarified, or both.
 */
const shortKinds = ['WRITTEN_OFF', 'CHARGES', 'UNCLEAR', 'BOTH'] as const;

const explained = z.object({
  bankId,
  scheme: z.enum(schemes),
  currency: z.enum(currencies),
  day,
  kind: z.enum(shortKinds),
  /** The day that the bank's lines name; null of what was written off. */
  takenOn: day.nullable(),
});
export type ExplainedShort = z.infer<typeof explained>;

/** What of a row's net was written off (docs/decisions/0361-what-is-written-off-stays-in-the-net.md). */
const writtenOff = z.object({
  bankId,
  scheme: z.enum(schemes),
  currency: z.enum(currencies),
  day,
  count,
  netMinor: minor,
});

const query = {
  month: month.optional(),
  bankId: bankId.optional(),
  only: z.enum(tableFilters).optional(),
  /** Those alone of which a deposit of this value date paid a part or all. */
  valueDate: day.optional(),
};

export const getSettlementTable = defineRoute({
  id: 'settlement.table',
  method: 'GET',
  path: '/settlement/table',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'The settlements of a month by bank, business day and card scheme: gross to net, what arrived, what is missing',
  query: z.strictObject(query),
  output: z.object({
    month,
    banks: z.array(z.object({ id: bankId, nameEn: z.string(), nameAr: z.string() })),
    /** Where a value date is asked for: the other months with settlements that it paid, the oldest first. */
    otherMonths: z.array(month),
    /** The newest day first. */
    rows: z.array(settlementTableRow),
    /** Of the rows, what of their net was accepted as never paid: the net keeps it, nobody expects it any more. */
    writtenOff: z.array(writtenOff),
    /**
     * Rows that are short by exactly what was written off of them, or by what their bank took on the business day, the due day or
     * the value date by lines about no payment: rent, fees of its own, adjustments. It may be chance; the lines stand among the
     * exceptions.
     */
    explained: z.array(explained),
    /** Of the rows, by currency. */
    totals: z.array(
      z.object({
        currency: z.enum(currencies),
        ...money,
        /** Of the rows that have one. */
        differenceMinor: minor,
        /** What the others still lack of their net: net = arrived − difference + this. */
        unsaidMinor: minor,
      }),
    ),
  }),
  errors: [],
});
export type SettlementTable = z.infer<typeof getSettlementTable.output>;

export const exportSettlement = defineRoute({
  id: 'settlement.export',
  method: 'GET',
  path: '/settlement/export',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'The same settlements as CSV or XLSX, with every cell safe against formula injection',
  query: z.strictObject({
    ...query,
    format: z.enum(['csv', 'xlsx']),
    lang: z.enum(['en', 'ar']).default('en'),
  }),
  example: { query: { format: 'csv' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: ['tooLarge'],
});
