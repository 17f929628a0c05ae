import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { CardNumber } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './payment.module.css';
import { usePayment } from './payments.queries.ts';

/** The card that paid, which the terminal asks for once more. */
export function SameCard({ refund }: { refund: TransactionDetail }) {
  const original = usePayment(refund.originalId).data;
  return (
    <div className={classes['sameCard']}>
      {original && <SchemeMark scheme={original.scheme} />}
      {original?.lastFour && <CardNumber lastFour={original.lastFour} />}
    </div>
  );
}
