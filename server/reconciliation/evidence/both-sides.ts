import { type Currency, currencies } from '@mizan/contract/money.ts';
import { type SchemeName, schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { isPaymentLine, type Matches } from '../match/matches.ts';
import type { BankLines, SharedTexts } from '../normalise/bank-lines.ts';
import { isoDayOf } from '../normalise/date-text.ts';
import type { PortalRecords } from '../normalise/portal-records.ts';

/** What the bank's file and the portal have of one day, scheme or terminal, before fees. Nothing of it is judged. */
export interface BothSides {
  currency: Currency;
  kind: 'day' | 'scheme' | 'terminal' | 'whole';
  /** ISO day, scheme or terminal number; '' for the whole file. */
  value: string;
  lines: number;
  bankMinor: number;
  payments: number;
  portalMinor: number;
  /** Payments that no line has, and what they come to. */
  notInFile: number;
  notInFileMinor: number;
}

/**
 * Both sides of a file as it is read: a line with its payment's business day, scheme and terminal where it has one, else
 * with its own. Payments are the approved ones from the first to the last of those days.
 */
export function bothSidesOf(
  lines: BankLines,
  records: PortalRecords,
  shared: SharedTexts,
  matches: Matches,
): BothSides[] {
  const sums = new Map<string, BothSides>();
  const add = (place: Place, part: Partial<BothSides>): void => {
    for (const [kind, value] of [
      ['whole', ''],
      ['day', isoDayOf(place.day)],
      ['scheme', place.scheme],
      ['terminal', place.terminal],
    ] as const) {
      if (value === '' && kind !== 'whole') continue;
      const name = `${place.currency} ${kind} ${value}`;
      const sum = sums.get(name) ?? emptySum(place.currency, kind, value);
      sums.set(name, sum);
      for (const [key, amount] of Object.entries(part) as [Count, number][]) sum[key] += amount;
    }
  };
  const placeOf = placesOf(lines, records, shared, matches);
  let [firstDay, lastDay] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let line = 0; line < lines.count; line++) {
    if (!isPaymentLine(lines, line)) continue;
    const place = placeOf.line(line);
    firstDay = Math.min(firstDay, place.day);
    lastDay = Math.max(lastDay, place.day);
    add(place, { lines: 1, bankMinor: lines.columns.grossMinor[line] as number });
  }
  for (let record = 0; record < records.count; record++) {
    const day = records.columns.businessDay[record] as number;
    if (records.columns.approved[record] !== 1 || day < firstDay || day > lastDay) continue;
    const amount = records.columns.amountMinor[record] as number;
    const isOut = (matches.lineOf[record] as number) < 0;
    add(placeOf.record(record), {
      payments: 1,
      portalMinor: amount,
      ...(isOut ? { notInFile: 1, notInFileMinor: amount } : {}),
    });
  }
  return [...sums.values()].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.value.localeCompare(b.value),
  );
}

type Count = 'lines' | 'bankMinor' | 'payments' | 'portalMinor' | 'notInFile' | 'notInFileMinor';
const order: readonly BothSides['kind'][] = ['day', 'scheme', 'terminal', 'whole'];

const emptySum = (currency: Currency, kind: BothSides['kind'], value: string): BothSides => ({
  currency,
  kind,
  value,
  lines: 0,
  bankMinor: 0,
  payments: 0,
  portalMinor: 0,
  notInFile: 0,
  notInFileMinor: 0,
});

interface Place {
  currency: Currency;
  day: number;
  scheme: SchemeName | '';
  terminal: string;
}

function placesOf(lines: BankLines, records: PortalRecords, shared: SharedTexts, matches: Matches) {
  const terminal = (id: number): string => (id < 0 ? '' : (shared.terminalNames[id] ?? ''));
  const place = (currency: number, day: number, scheme: number, terminalId: number): Place => ({
    currency: currencies[currency] ?? 'SAR',
    day,
    scheme: scheme === 0 ? '' : (schemeNames[scheme] ?? ''),
    terminal: terminal(terminalId),
  });
  const record = (r: number): Place => {
    const { currency, businessDay, scheme, terminal: id } = records.columns;
    return place(currency[r] as number, businessDay[r] as number, scheme[r] as number, id[r] as number);
  };
  return {
    record,
    line: (l: number): Place => {
      const own = matches.recordOf[l] as number;
      if (own >= 0) return record(own);
      const { currency, epochDay, scheme, terminal: id } = lines.columns;
      return place(currency[l] as number, epochDay[l] as number, scheme[l] as number, id[l] as number);
    },
  };
}
