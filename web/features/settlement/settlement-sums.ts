import { addDays } from '@mizan/contract/business-day.ts';
import { askingDepositStates, type DepositState } from '@mizan/contract/deposit-states.ts';
import {
  askingStates,
  type ExpectationState,
  expectationStates,
  type SettlementDay,
  type SettlementMonth,
  type SettlementPart,
  type SettlementRow,
} from '@mizan/contract/settlement.ts';

/** Sums of parts: nothing is added up twice, and what has no agreed rate stays out of the net. */
export const netOf = (
  parts: readonly SettlementPart[],
  isIn: (state: ExpectationState) => boolean = () => true,
): number => parts.reduce((sum, part) => sum + (isIn(part.state) ? part.netMinor : 0), 0);

export const countOf = (
  parts: readonly SettlementPart[],
  isIn: (state: ExpectationState) => boolean = () => true,
): number => parts.reduce((sum, part) => sum + (isIn(part.state) ? part.count : 0), 0);

export const unjudgedOf = (parts: readonly SettlementPart[]): { count: number; grossMinor: number } => ({
  count: parts.reduce((sum, part) => sum + part.unjudgedCount, 0),
  grossMinor: parts.reduce((sum, part) => sum + part.unjudgedMinor, 0),
});

/**
 * What narrows the list to what a net counts: payments without an agreed rate have none, and are told apart only where
 * there are any.
 */
export const judgedOnly = (parts: readonly SettlementPart[]): { rate?: 'agreed' } =>
  unjudgedOf(parts).count > 0 ? { rate: 'agreed' } : {};

/** One currency of several, which the list is narrowed to; nothing where the month has one alone. */
export const ofCurrency = (
  { totals }: Pick<SettlementMonth, 'totals'>,
  currency: SettlementRow['currency'],
): { currency?: SettlementRow['currency'][] } => (totals.length > 1 ? { currency: [currency] } : {});

export const partsOfRow = ({ days }: SettlementRow): SettlementPart[] => days.flatMap(({ parts }) => parts);

/** Every day of 'YYYY-MM'. */
export function daysOf(month: string): string[] {
  const days: string[] = [];
  for (let day = `${month}-01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}

/** The month before, or after: 'YYYY-MM'. */
export const monthBeside = (month: string, step: -1 | 1): string =>
  addDays(`${month}-01`, step === 1 ? 31 : -1).slice(0, 7);

/** The state that asks most; null of nothing. */
export function worstOf(days: readonly SettlementDay[]): ExpectationState | null {
  return expectationStates.find((state) => days.some((each) => each.state === state)) ?? null;
}

/** What asks for a person: cells of one bank, day and state together. */
export interface Asking {
  bankId: string;
  day: string;
  state: ExpectationState;
  cells: { row: SettlementRow; day: SettlementDay }[];
  netMinor: number;
  count: number;
  unjudged: { count: number; grossMinor: number };
  lateDays: number | null;
}

const cellsOf = ({ rows }: Pick<SettlementMonth, 'rows'>): Asking['cells'] =>
  rows.flatMap((row) => row.days.map((day) => ({ row, day })));

export const isAskingDeposit = (state: DepositState): boolean =>
  (askingDepositStates as readonly DepositState[]).includes(state);

/** Settlements of which too little arrived, nothing, or too much; the oldest of each first. */
export const depositsAskingOf = (month: Pick<SettlementMonth, 'rows'>): Asking['cells'] =>
  askingDepositStates.flatMap((state) =>
    cellsOf(month)
      .filter(({ day }) => day.deposit.state === state)
      .toSorted((a, b) => (a.day.day < b.day.day ? -1 : 1)),
  );

/** The most urgent first, and of those the oldest. */
export function askingOf({ rows }: Pick<SettlementMonth, 'rows'>): Asking[] {
  // A settlement whose deposit asks is told there, with what the files say of it.
  const cells = cellsOf({ rows }).filter(({ day }) => !isAskingDeposit(day.deposit.state));
  return askingStates.flatMap((state) => {
    const same = cells.filter(({ day }) => day.state === state);
    const groups = Map.groupBy(same, ({ row, day }) => `${day.day} ${row.bankId} ${row.currency}`);
    return [...groups.values()]
      .flatMap((ofGroup) => {
        const [first] = ofGroup;
        if (!first) return [];
        const parts = ofGroup.flatMap(({ day }) => day.parts.filter((part) => part.state === state));
        const late = ofGroup.flatMap(({ day }) => day.lateDays ?? []);
        return [
          {
            bankId: first.row.bankId,
            day: first.day.day,
            state,
            cells: ofGroup,
            netMinor: netOf(parts),
            count: countOf(parts),
            unjudged: unjudgedOf(parts),
            lateDays: late.length > 0 ? Math.max(...late) : null,
          },
        ];
      })
      .toSorted((a, b) => (a.day < b.day ? -1 : 1));
  });
}
