import type { DepositRow, DepositShare, readDeposit } from '@mizan/contract/deposits.ts';
import { type Currency, parseAmount } from '@mizan/contract/money.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import type { CellParams } from '@mizan/contract/settlement.ts';
import { queryClient } from '../../platform/query-client.ts';
import {
  type Choice,
  choicesOf,
  isOver,
  proposedOf,
  type Readings,
  sharesByHand,
} from './deposit-choices.ts';
import { readingsQuery } from './settlement.queries.ts';

/** What stands in the form of a deposit, and what is chosen in it. */
export interface DepositFormProps {
  banks: readonly { id: string; name: string }[];
  /** The settlement that is open: its bank and currency are those of the deposit. */
  cell?: CellParams;
  /** One that is on record already: only what it pays is asked. */
  deposit?: DepositRow;
  onClose: () => void;
}

export const startOf = ({ banks, cell, deposit }: DepositFormProps) => ({
  bankId: deposit?.bank.id ?? cell?.bankId ?? banks[0]?.id ?? '',
  currency: (deposit?.currency ?? cell?.currency ?? 'SAR') as Currency,
  valueDate: (deposit?.valueDate ?? null) as string | null,
  amount: '',
  reference: '',
  note: '',
  /** What was chosen, after what it was chosen for: another amount or day asks anew. */
  choice: '',
  typed: {} as Record<string, string>,
  isOverpaid: false,
  isAnother: false,
});
export type DepositValues = ReturnType<typeof startOf>;

/** In minor units: what was typed, or what is left of the deposit; null where it is no amount. */
export function amountOf({ amount }: DepositValues, deposit: DepositRow | undefined): number | null {
  if (deposit) return deposit.amountMinor - deposit.sharedMinor;
  const parsed = parseAmount(amount);
  return parsed.ok ? parsed.amountMinor : null;
}

/** While a year is typed it is one of long ago ('0020'). */
export const isWholeDay = (valueDate: string | null): valueDate is string =>
  valueDate !== null && valueDate >= '2000-01-01';

/** What is asked of the portal for what stands in the form; null while that is not enough. */
export function askedOf(
  values: DepositValues,
  deposit: DepositRow | undefined,
): RouteArgs<typeof readDeposit>['query'] | null {
  const { bankId, currency, valueDate } = values;
  const amountMinor = amountOf(values, deposit);
  if (amountMinor === null || amountMinor <= 0 || !isWholeDay(valueDate) || bankId === '') return null;
  return { bankId, currency, valueDate, amountMinor, ...(deposit && { depositId: deposit.id }) };
}

interface Picked {
  readings: Readings | undefined;
  choices: Choice[];
  choice: Choice | undefined;
  /** Null where what was typed by hand is no amount. */
  shares: DepositShare[] | null;
  isOver: boolean;
  /** What the value of the form is once this one is chosen. */
  named: (id: string) => string;
}

/** What is chosen: read alike by what is drawn, checked and sent. */
export function pickedOf(values: DepositValues, { cell, deposit }: DepositFormProps): Picked {
  const asked = askedOf(values, deposit);
  const key = JSON.stringify(asked);
  const named = (id: string): string => `${id}#${key}`;
  const readings: Readings | undefined = asked
    ? queryClient.getQueryData(readingsQuery(asked).queryKey)
    : undefined;
  if (!readings || !asked) {
    return { readings: undefined, choices: [], choice: undefined, shares: [], isOver: false, named };
  }
  const choices = choicesOf(readings, Number(asked.amountMinor), cell);
  const own = choices.find(({ id }) => named(id) === values.choice);
  const choice = own ?? choices.find(({ id }) => id === proposedOf(readings, choices, cell));
  const shares = choice?.id === 'hand' ? sharesByHand(values.typed) : (choice?.shares ?? []);
  const isOverpaid = (shares ?? []).some((each) => isOver(readings, each));
  return { readings, choices, choice, shares, isOver: isOverpaid, named };
}
