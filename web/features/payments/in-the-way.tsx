import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { formatAmount } from '../../platform/formats.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './payment.module.css';
import { refusalText } from './payment.words.ts';
import { useLastPayments, usePayment } from './payments.queries.ts';

export interface InTheWayProps {
  terminalId: string;
  /** Why the portal did not start the payment; null before it was asked. */
  error: unknown;
  onOpen: (transactionId: string) => void;
}

/** What keeps the terminal from the next payment, above the button that sends it. */
export function InTheWay({ terminalId, error, onOpen }: InTheWayProps) {
  return error ? (
    <Refusal error={error} onOpen={onOpen} />
  ) : (
    <UnderWay terminalId={terminalId} onOpen={onOpen} />
  );
}

/** Whoever left a payment before its result is told of it before they take another one. */
function UnderWay({ terminalId, onOpen }: Omit<InTheWayProps, 'error'>) {
  const { t } = useTranslation('payment');
  const row = useLastPayments(terminalId).data?.rows.find(({ status }) => status === 'INITIALIZED');
  if (!row) return null;
  return (
    <p role="status" className={classes['underWay']}>
      {t('payment:underWay', { amount: formatAmount(row.amountMinor) })}
      <Open id={row.id} onOpen={onOpen} />
    </p>
  );
}

/** Once the payment that stood in the way has its result, that is said instead: it may be the one that was meant. */
function Refusal({ error, onOpen }: Omit<InTheWayProps, 'terminalId'>) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const id = isApiError(error) ? error.details['transactionId'] : null;
  const holderId = typeof id === 'string' ? id : null;
  const holder = usePayment(holderId).data;
  if (holder && !holder.unknownOutcome && holder.status !== 'INITIALIZED') {
    return (
      <p role="status" className={classes['underWay']}>
        {t('payment:refused.over', { amount: formatAmount(holder.amountMinor) })}{' '}
        <StatusBadge status={holder.status} />
        <Open id={holder.id} onOpen={onOpen} />
      </p>
    );
  }
  return (
    <p role="alert" className={classes['refusal']}>
      {refusalText(error, t)}
      {holderId !== null && <Open id={holderId} onOpen={onOpen} />}
    </p>
  );
}

function Open({ id, onOpen }: { id: string; onOpen: (transactionId: string) => void }) {
  const { t } = useTranslation('payment');
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onOpen(id)}>
      {t('payment:refused.open', { id })}
    </Button>
  );
}
