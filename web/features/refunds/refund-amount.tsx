import type { RefundRow } from '@mizan/contract/refunds.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './refunds.module.css';

/** What goes back stands below zero; it is grey while it is not approved, because nothing went back. */
export const RefundAmount = ({ row }: { row: RefundRow }) => (
  <strong className={classes['amount']}>
    <Amount
      amountMinor={-row.amountMinor}
      muted={row.state !== 'APPROVED'}
      currency={row.currency === 'SAR' ? undefined : row.currency}
    />
  </strong>
);
