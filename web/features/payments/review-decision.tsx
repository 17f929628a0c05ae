import { Radio, Textarea } from '@mantine/core';
import { decideReview, reviewDecisions } from '@mizan/contract/payments.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { refreshLive, settled } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';
import { Form } from '../../ui/form.tsx';
import { statusLooks } from '../../ui/status-badge.tsx';
import classes from './payment.module.css';

type Decision = (typeof reviewDecisions)[number];
const noteMin = 3;
const noteMax = 500;

/** How a payment under review ended, by somebody who asked the bank; cashiers are told who may say so. */
export function ReviewDecision({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const mayDecide = useMay(decideReview);
  if (!mayDecide) return <p className={classes['hint']}>{t('payment:review.askOwner')}</p>;
  return <DecisionForm payment={payment} />;
}

function DecisionForm({ payment }: { payment: TransactionDetail }) {
  const { t } = useTranslation(['payment', 'transactions', 'common', 'errors']);
  const form = useForm<{ decision: Decision | null; note: string }, unknown>({
    start: { decision: null, note: '' },
    check: ({ decision, note }) => ({
      decision: decision === null && t('common:validation.required'),
      note: note.trim().length < noteMin && t('common:validation.required'),
    }),
    send: async ({ decision, note }) => {
      if (decision === null) return;
      const body = { decision, note: note.trim() };
      await settled(call(decideReview, { params: { id: payment.id }, body }), refreshPayments);
    },
    refusal: (error) => (isApiError(error) && error.code === 'conflict' ? t('errors:conflict') : undefined),
  });
  return (
    <section className={classes['review']}>
      <h3>{t('payment:review.title')}</h3>
      <Form form={form} submitLabel={t('payment:review.decide')}>
        <Radio.Group label={t('payment:review.question')} {...form.field('decision')}>
          {reviewDecisions.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(statusLooks[each]?.textKey ?? '')}
              className={classes['radio'] ?? ''}
            />
          ))}
        </Radio.Group>
        <Textarea
          label={t('payment:review.note')}
          description={t('payment:review.noteHelp')}
          maxLength={noteMax}
          {...form.field('note')}
        />
      </Form>
    </section>
  );
}

/** Wherever a payment is shown. */
const refreshPayments = (): Promise<void> => refreshLive(new Set(['TRX']));
