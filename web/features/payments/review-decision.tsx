import { Button, Radio, Textarea } from '@mantine/core';
import { decideReview, reviewDecisions } from '@mizan/contract/payments.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { useMay } from '../../platform/use-may.ts';
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
  const { t } = useTranslation(['payment', 'transactions', 'common']);
  const client = useQueryClient();
  const [decision, setDecision] = useState<Decision | null>(null);
  const [note, setNote] = useState('');
  const [checked, setChecked] = useState(false);
  const decide = useMutation({
    mutationFn: (chosen: Decision) =>
      call(decideReview, { params: { id: payment.id }, body: { decision: chosen, note: note.trim() } }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('TRX') ?? false }),
  });

  function send(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (decision !== null && note.trim().length >= noteMin) decide.mutate(decision);
  }
  return (
    <form className={classes['review']} onSubmit={send}>
      <h3>{t('payment:review.title')}</h3>
      <Radio.Group
        label={t('payment:review.question')}
        value={decision}
        onChange={(value) => setDecision(value as Decision)}
        error={checked && decision === null && t('common:validation.required')}
      >
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
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={checked && note.trim().length < noteMin && t('common:validation.required')}
      />
      {decide.isError && <DecisionRefused error={decide.error} />}
      <Button type="submit" loading={decide.isPending}>
        {t('payment:review.decide')}
      </Button>
    </form>
  );
}

function DecisionRefused({ error }: { error: unknown }) {
  const { t } = useTranslation(['common', 'errors']);
  return (
    <p role="alert" className={classes['refusal']}>
      {isApiError(error) && error.code === 'conflict' ? t('errors:conflict') : failureText(error, t)}
    </p>
  );
}
