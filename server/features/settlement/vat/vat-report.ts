import { type Currency, shareHalfUp } from '@mizan/contract/money.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { UnwholeReason, VatInvoice, VatRow, VatWay } from '@mizan/contract/vat-report.ts';
import type { SoldDay } from '../journal.ts';

/**
 * Fees of a month and the VAT on them, by bank and currency, against what was invoiced
 * (docs/decisions/0083-vat-against-the-banks-invoice.md). Pure; amounts are whole minor units of their own currency.
 */

type Counted = Pick<VatInvoice, 'kind' | 'baseMinor' | 'vatMinor' | 'currency' | 'undoneAt'> & {
  bank: { id: string };
};

/** Fees of one settlement that were charged VAT at one rate. */
export interface RatedFees {
  day: string;
  scheme: string;
  vatBps: number;
  feeMinor: number;
  vatMinor: number;
}

type Names = { id: string; nameEn: string; nameAr: string };
const keyOf = (bankId: string, currency: Currency): string => `${bankId} ${currency}`;
const sumOf = <T>(all: readonly T[], of: (each: T) => number): number =>
  all.reduce((sum, each) => sum + of(each), 0);

const groupOf: Readonly<Record<VatWay, (of: RatedFees) => string>> = {
  SETTLEMENT: ({ day, scheme, vatBps }) => `${day} ${scheme} ${vatBps}`,
  DAY: ({ day, vatBps }) => `${day} ${vatBps}`,
  MONTH: ({ vatBps }) => String(vatBps),
};

/** The VAT of these fees, rounded half up on the sum of each group: of every rate apart, as no sum has two. */
const vatBy = (way: VatWay, fees: readonly RatedFees[]): number =>
  sumOf([...Map.groupBy(fees, groupOf[way]).values()], (group) =>
    shareHalfUp(
      sumOf(group, ({ feeMinor }) => feeMinor),
      group[0]?.vatBps ?? 0,
    ),
  );

/** Whether rounding alone may be what differs: the same base of a whole month, and another VAT. */
export const mayBeRounding = ({ unwhole, difference }: VatRow): boolean =>
  unwhole.length === 0 && difference?.baseMinor === 0 && difference.vatMinor !== 0;

/** The ways that come to the invoiced VAT exactly; none where the fees by rate are not those of the row. */
export function waysOf(row: VatRow, fees: readonly RatedFees[]): VatWay[] {
  const isSame =
    sumOf(fees, ({ feeMinor }) => feeMinor) === row.baseMinor &&
    sumOf(fees, ({ vatMinor }) => vatMinor) === row.vatMinor;
  if (!isSame || !mayBeRounding(row)) return [];
  const ways = Object.keys(groupOf) as VatWay[];
  return ways.filter((way) => vatBy(way, fees) === row.invoiced?.vatMinor);
}

const isUnjudged = ({ unjudgedGrossMinor, unjudgedRefundsMinor }: SoldDay): boolean =>
  unjudgedGrossMinor !== 0 || unjudgedRefundsMinor !== 0;

/** Invoices that count less credit notes; null where there are none. */
function invoicedOf(invoices: readonly Counted[]): VatRow['invoiced'] {
  if (invoices.length === 0) return null;
  const signed = (of: (each: Counted) => number): number =>
    sumOf(invoices, (each) => (each.kind === 'INVOICE' ? of(each) : -of(each)));
  return { baseMinor: signed(({ baseMinor }) => baseMinor), vatMinor: signed(({ vatMinor }) => vatMinor) };
}

export interface VatBook {
  sold: readonly SoldDay[];
  invoices: readonly Counted[];
  banks: readonly Names[];
  /** Whether every day of the month is over. */
  isOver: boolean;
}

/** A row for each bank and currency that has fees, sales without a rate, or an invoice; the banks in their order. */
export function vatRows({ sold, invoices, banks, isOver }: VatBook): VatRow[] {
  const counting = invoices.filter(({ undoneAt }) => undoneAt === null);
  const soldBy = Map.groupBy(sold, ({ bankId, currency }) => keyOf(bankId, currency));
  const invoicedBy = Map.groupBy(counting, ({ bank, currency }) => keyOf(bank.id, currency));
  // Whose payments those of an unknown bank are nobody knows: they may be any bank's.
  const hasUnknown = sold.some(({ bankId }) => bankId === unknownBank);
  const all = [...banks, { id: unknownBank, nameEn: '', nameAr: '' }];
  const keys = new Set([...soldBy.keys(), ...invoicedBy.keys()]);
  return [...keys]
    .map((key) => {
      const [id = '', currency] = key.split(' ');
      return { id, currency: currency as Currency };
    })
    .toSorted((a, b) => {
      const at = (of: { id: string }) => all.findIndex(({ id }) => id === of.id);
      return at(a) - at(b) || a.currency.localeCompare(b.currency);
    })
    .map(({ id, currency }) => {
      const named = all.find((bank) => bank.id === id);
      const days = soldBy.get(keyOf(id, currency)) ?? [];
      const processingMinor = sumOf(days, (each) => each.processingMinor);
      const baseMinor = sumOf(days, (each) => each.feeMinor);
      const vatMinor = sumOf(days, (each) => each.vatMinor);
      const invoiced = invoicedOf(invoicedBy.get(keyOf(id, currency)) ?? []);
      const unwhole: UnwholeReason[] = [
        ...(isOver ? [] : ['NOT_OVER' as const]),
        ...(days.some(isUnjudged) ? ['UNJUDGED' as const] : []),
        ...(hasUnknown ? ['UNKNOWN_BANK' as const] : []),
      ];
      return {
        bankId: id,
        nameEn: named?.nameEn ?? '',
        nameAr: named?.nameAr ?? '',
        currency,
        mdrMinor: baseMinor - processingMinor,
        processingMinor,
        baseMinor,
        vatMinor,
        unjudgedMinor: sumOf(days, (each) => each.unjudgedGrossMinor),
        unwhole,
        invoiced,
        difference: invoiced && {
          baseMinor: invoiced.baseMinor - baseMinor,
          vatMinor: invoiced.vatMinor - vatMinor,
        },
        ways: [],
      };
    });
}
