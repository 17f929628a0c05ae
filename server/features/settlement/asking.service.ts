import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { askingDepositStates } from '@mizan/contract/deposit-states.ts';
import type { Currency } from '@mizan/contract/money.ts';
import { askingStates, type SettlementMonth } from '@mizan/contract/settlement.ts';
import type { Tx } from '../../platform/database/database.ts';
import { selectFirstDay } from './settlement.queries.ts';
import { monthIn } from './settlement.service.ts';

/** Of what is still to come, whether money of these days is on record as a deposit is said with it. */
export type AskingKind =
  | (typeof askingStates)[number]
  | 'OVERDUE_ARRIVED'
  | 'NO_FILE_ARRIVED'
  | (typeof askingDepositStates)[number];

/** What asks for a person of one bank and currency, over all of its days. Minor units. */
export interface AskingOfBank {
  kind: AskingKind;
  bank: { id: string; nameEn: string; nameAr: string };
  currency: Currency;
  /** Transactions; of deposits the settlements. */
  count: number;
  /** The net of those with an agreed rate; of deposits what arrived less what is owed, signed. */
  minor: number;
  unjudgedMinor: number;
  unjudgedCount: number;
  /** The business days, the first one first. */
  days: string[];
  /** The first day by which something of it was due. */
  dueSince: string;
}

const kinds: readonly AskingKind[] = [
  'OVERDUE',
  'OVERDUE_ARRIVED',
  'NO_FILE',
  'NO_FILE_ARRIVED',
  ...askingDepositStates,
  'DIFFERS',
  'PARTLY',
];

/** What of every month that there ever was asks for a person, by the states of the calendar; the most urgent first. */
export async function askingSettlements(tx: Tx, now: Date): Promise<AskingOfBank[]> {
  const first = await selectFirstDay(tx);
  const found: AskingOfBank[] = [];
  const last = riyadhDay(now).slice(0, 7);
  for (let month = first?.slice(0, 7); month && month <= last; month = monthAfter(month))
    found.push(...askingOfMonth(await monthIn(tx, month, now)));
  const groups = Map.groupBy(found, ({ kind, bank, currency }) => `${kind} ${bank.id} ${currency}`);
  return [...groups.values()]
    .flatMap((same) => {
      const [one] = same;
      return one ? [together(one, same)] : [];
    })
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || (a.dueSince < b.dueSince ? -1 : 1));
}

const monthAfter = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7);

function together(one: AskingOfBank, same: readonly AskingOfBank[]): AskingOfBank {
  const sum = (of: 'count' | 'minor' | 'unjudgedMinor' | 'unjudgedCount') =>
    same.reduce((total, each) => total + each[of], 0);
  return {
    ...one,
    count: sum('count'),
    minor: sum('minor'),
    unjudgedMinor: sum('unjudgedMinor'),
    unjudgedCount: sum('unjudgedCount'),
    days: [...new Set(same.flatMap(({ days }) => days))].toSorted(),
    dueSince: same.map(({ dueSince }) => dueSince).toSorted()[0] ?? one.dueSince,
  };
}

function askingOfMonth({ rows, banks }: SettlementMonth): AskingOfBank[] {
  return rows.flatMap(({ bankId, currency, days }) => {
    const bank = banks.find(({ id }) => id === bankId) ?? { id: bankId, nameEn: '', nameAr: '' };
    return days.flatMap(({ day, parts, dueDay, deposit }) => {
      const { state: depositState, differenceMinor, dueDay: depositDue, arrivedOn } = deposit;
      const base = { bank, currency, days: [day] };
      const ofFiles = parts.flatMap(({ state, count, netMinor, unjudgedMinor, unjudgedCount }) => {
        const asking = askingStates.find((each) => each === state);
        if (!asking) return [];
        const isOpen = asking === 'OVERDUE' || asking === 'NO_FILE';
        const kind: AskingKind = isOpen && arrivedOn !== null ? `${asking}_ARRIVED` : asking;
        const dueSince = dueDay ?? depositDue;
        return [{ ...base, kind, count, minor: netMinor, unjudgedMinor, unjudgedCount, dueSince }];
      });
      const kind = askingDepositStates.find((each) => each === depositState);
      if (!kind) return ofFiles;
      const sum = (of: 'netMinor' | 'unjudgedMinor' | 'unjudgedCount') =>
        parts.reduce((total, part) => total + part[of], 0);
      // Without a rate for all of it the difference is not known: what is known of it stands beside the rest's gross.
      const ofDeposit = {
        count: 1,
        minor: differenceMinor ?? deposit.arrivedMinor - sum('netMinor'),
        unjudgedMinor: sum('unjudgedMinor'),
        unjudgedCount: sum('unjudgedCount'),
      };
      return [...ofFiles, { ...base, ...ofDeposit, kind, dueSince: depositDue }];
    });
  });
}
