import type { Currency } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import type { TransactionType } from '@mizan/contract/transaction-types.ts';
import type { BankFilter, RateFilter } from '@mizan/contract/transactions.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './settlement.module.css';

/** What the list of transactions is narrowed to; days are the bank's business days. */
export interface OwedFilter {
  from: string;
  to: string;
  bankId?: string[];
  scheme?: Scheme[];
  type?: TransactionType[];
  bank?: BankFilter;
  currency?: Currency[];
  rate?: RateFilter;
}

/** A figure as the way to the payments that it counts. */
export const OwedLink = ({
  filter,
  label,
  children,
}: {
  filter: OwedFilter;
  /** Read out in place of a figure that says too little by itself. */
  label?: string;
  children: ReactNode;
}) => (
  <Link
    className={classes['link']}
    to={paths.transactions}
    search={{ ...filter, days: 'bank' } as never}
    aria-label={label}
    // In a row that opens its settlement it opens the payments alone.
    onClick={(event) => event.stopPropagation()}
  >
    {children}
  </Link>
);
