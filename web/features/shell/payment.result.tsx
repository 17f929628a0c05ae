import { Button } from '@mantine/core';
import { getTransaction } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { paths } from '../../paths.ts';
import { routeQuery } from '../../platform/query.client.ts';
import { Amount } from '../../ui/amount.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { CardNumber } from '../../ui/identifier.tsx';
import { Popup } from '../../ui/popup.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './payment.result.module.css';

/** What a PAY message says. */
export interface Result {
  transactionId: string;
  approved: boolean;
}

/** One result: 'Transaction #{id} is approved', or 'Transaction #{id} is {status}' (specification, section 8). */
export default function PaymentResult({ result, onClose }: { result: Result; onClose: () => void }) {
  const { t } = useTranslation(['payment', 'common']);
  const navigate = useNavigate();
  const { transactionId: id, approved } = result;
  const title = approved
    ? t('payment:popup.approved', { id })
    : t('payment:popup.other', { id, status: t('payment:popup.declined') });

  function open(): void {
    onClose();
    void navigate({ to: paths.transactions, search: { open: id } as never });
  }

  return (
    <Popup
      opened
      good={approved}
      label={t('payment:popup.title')}
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" size="md" onClick={open}>
            {t('payment:popup.open')}
          </Button>
          <Button size="md" onClick={onClose} data-autofocus>
            {t('common:actions.close')}
          </Button>
        </>
      }
    >
      <About transactionId={id} />
    </Popup>
  );
}

/** The amount and the card, as soon as they are read; the sentence does not wait for them. */
function About({ transactionId }: { transactionId: string }) {
  const { data } = useQuery(routeQuery(getTransaction, { params: { id: transactionId } }));
  if (!data) return null;
  return (
    <>
      <Amount amountMinor={data.amountMinor} currency={data.currency} size="hero" />
      <span className={classes['card']}>
        <SchemeMark scheme={data.scheme} />
        {data.lastFour && <CardNumber lastFour={data.lastFour} />}
        <DateText value={data.decidedAt ?? data.createdAt} form="timeSeconds" />
      </span>
    </>
  );
}
