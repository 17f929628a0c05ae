import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import classes from './payment.module.css';
import { useLastPayments } from './payments.queries.ts';

export interface UnderWayProps {
  terminalId: string;
  onOpen: (transactionId: string) => void;
}

/** Whoever left a payment before its result is told of it before they take another one. */
export function UnderWay({ terminalId, onOpen }: UnderWayProps) {
  const { t } = useTranslation('payment');
  const row = useLastPayments(terminalId).data?.rows.find(({ status }) => status === 'INITIALIZED');
  if (!row) return null;
  return (
    <p role="status" className={classes['underWay']}>
      {t('payment:underWay', { amount: formatAmount(row.amountMinor) })}
      <Button variant="subtle" size="compact-sm" onClick={() => onOpen(row.id)}>
        {t('payment:refused.open', { id: row.id })}
      </Button>
    </p>
  );
}
