import { Button, Select, TextInput } from '@mantine/core';
import { type ParsedAmount, parseAmount } from '@mizan/contract/money.ts';
import { orderRefMax, startPayment } from '@mizan/contract/payments.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api.client.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { attemptAnswered, attemptFor } from './payment.attempt.ts';
import classes from './payment.module.css';
import { refusalText } from './payment.words.ts';
import { branchName } from './terminal.words.ts';
import { canTakePayment } from './terminals.queries.ts';

export interface PaymentFormProps {
  terminals: readonly TerminalRow[];
  /** The terminal to begin with; without one the first connected. */
  terminalId: string | undefined;
  onStarted: (transactionId: string) => void;
}

/** A terminal, an amount, an order reference: everything a payment needs. */
export function PaymentForm({ terminals, terminalId, onStarted }: PaymentFormProps) {
  const { t } = useTranslation(['payment', 'common', 'errors', 'terminals']);
  const ready = terminals.filter(canTakePayment);
  const [chosen, setChosen] = useState<string | null>(terminalId ?? null);
  const [amount, setAmount] = useState('');
  const [orderRef, setOrderRef] = useState('');
  const [checked, setChecked] = useState(false);
  const start = useStart(onStarted);
  const terminal = ready.find((each) => each.id === chosen) ?? (chosen === null ? ready[0] : undefined);
  const parsed = parseAmount(amount);

  if (ready.length === 0) {
    return (
      <EmptyState
        icon={<IconPlugConnectedX size={24} stroke={1.6} aria-hidden="true" />}
        title={t('payment:noTerminalTitle')}
        help={t('payment:noTerminal')}
      />
    );
  }

  function send(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (!parsed.ok || !terminal) return;
    start.mutate({
      terminalId: terminal.id,
      amountMinor: parsed.amountMinor,
      orderRef: orderRef.trim() === '' ? null : orderRef.trim(),
    });
  }

  return (
    <form className={classes['form']} onSubmit={send} noValidate>
      <AmountInput
        size="hero"
        label={t('common:fields.amount')}
        description={t('payment:amountHelp')}
        value={amount}
        onChange={(text) => {
          setAmount(text);
          start.reset();
        }}
        error={checked && amountError(parsed, t)}
        data-autofocus
        autoFocus
      />
      {terminals.length > 1 && (
        <Select
          label={t('payment:chooseTerminal')}
          value={terminal?.id ?? null}
          allowDeselect={false}
          onChange={setChosen}
          error={terminal ? undefined : t('payment:chosenNotConnected')}
          data={ready.map((each) => ({ value: each.id, label: `${each.tid} · ${branchName(each)}` }))}
        />
      )}
      <TextInput
        label={`${t('payment:orderRef')} (${t('common:words.optional')})`}
        maxLength={orderRefMax}
        value={orderRef}
        onChange={(event) => setOrderRef(event.currentTarget.value)}
      />
      {start.isError && (
        <p role="alert" className={classes['refusal']}>
          {refusalText(start.error, t)}
          <OpenHolder error={start.error} onOpen={onStarted} />
        </p>
      )}
      <Button type="submit" size="lg" loading={start.isPending}>
        {t('payment:start')}
      </Button>
    </form>
  );
}

const amountError = (parsed: ParsedAmount, t: (key: string) => string): string | false =>
  !parsed.ok && t(amountProblemKeys[parsed.problem]);

/** The payment that stands in the way can be looked at. */
function OpenHolder({ error, onOpen }: { error: unknown; onOpen: (transactionId: string) => void }) {
  const { t } = useTranslation('payment');
  const id = isApiError(error) ? error.details['transactionId'] : null;
  if (typeof id !== 'string') return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onOpen(id)}>
      {t('payment:refused.open', { id })}
    </Button>
  );
}

interface Wanted {
  terminalId: string;
  amountMinor: number;
  orderRef: string | null;
  retryOfId?: string | null;
}

/** Starts a payment; an answer that was lost is asked for again under the same id. */
export function useStart(onStarted: (transactionId: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: Wanted) => {
      const attempt = attemptFor({ retryOfId: null, ...wanted });
      return call(startPayment, { body: attempt });
    },
    onSuccess: ({ id }) => {
      attemptAnswered();
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('TRX') ?? false });
      onStarted(id);
    },
    onError: (error) => {
      // Without an answer the payment may have begun: the id is kept for the next try.
      if (isApiError(error) && error.status > 0 && error.status < 500) attemptAnswered();
    },
  });
}
