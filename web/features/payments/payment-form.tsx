import { Button, Select, TextInput } from '@mantine/core';
import { parseAmount } from '@mizan/contract/money.ts';
import { paths } from '@mizan/contract/paths.ts';
import { orderRefMax, startPayment } from '@mizan/contract/payments.ts';
import {
  canTakePayment,
  makePairingCode,
  type TerminalRow,
  whyNoPayment,
} from '@mizan/contract/terminals.ts';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { apart } from '../../platform/formats.ts';
import { startedHere } from '../../platform/results.store.ts';
import { useLooksOn } from '../../platform/session.store.ts';
import { takeTyped } from '../../platform/typed-ahead.ts';
import { useUnrepeated } from '../../platform/unrepeated.ts';
import { useMay } from '../../platform/use-may.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { focusInvalid } from '../../ui/focus-invalid.ts';
import { EmptyState } from '../../ui/states.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import { InTheWay } from './in-the-way.tsx';
import { lastTerminal, rememberTerminal } from './last-terminal.ts';
import { whyNoneReady } from './none-ready.ts';
import classes from './payment.module.css';
import { attemptAnswered, attemptFor } from './payment-attempt.ts';

/** Digits of both languages, and the marks of a fraction. */
const ofAmounts = /[\d٠-٩۰-۹.,٫]/;

export interface PaymentFormProps {
  terminals: readonly TerminalRow[];
  /** The terminal that the payment goes to, once one is chosen. */
  chosen: string | null;
  onChoose: (terminalId: string | null) => void;
  onStarted: (transactionId: string) => void;
}

/** A terminal, an amount, an order reference: everything a payment needs. */
export function PaymentForm({ terminals, chosen, onChoose, onStarted }: PaymentFormProps) {
  const { t } = useTranslation(['payment', 'common', 'errors']);
  const form = usePaymentForm(terminals, chosen, onStarted);
  const { amount, terminal, start } = form;
  const looksOn = useLooksOn();

  if (form.ready.length === 0) return <NoneReady terminals={terminals} />;
  return (
    <form className={classes['form']} onSubmit={form.send} noValidate>
      <AmountInput
        size="hero"
        label={t('common:fields.amount')}
        description={t('payment:amountHelp')}
        value={amount}
        onChange={form.setAmount}
        error={form.problem !== null && t(amountProblemKeys[form.problem])}
        autoFocus
      />
      {terminals.length > 1 && (
        <Select
          label={t('payment:chooseTerminal')}
          value={terminal?.id ?? null}
          allowDeselect={false}
          onChange={onChoose}
          error={form.terminalProblem !== null && t(form.terminalProblem)}
          placeholder={t('payment:chooseTerminal')}
          data={form.ready.map((each) => ({
            value: each.id,
            label: `${each.tid}${apart}${branchName(each)}${each.isTest ? `${apart}${t('common:test')}` : ''}`,
          }))}
        />
      )}
      <TextInput
        label={`${t('payment:orderRef')} (${t('common:words.optional')})`}
        maxLength={orderRefMax}
        value={form.orderRef}
        onChange={(event) => form.setOrderRef(event.currentTarget.value)}
      />
      {terminal && <InTheWay terminalId={terminal.id} error={start.error} onOpen={onStarted} />}
      <Button type="submit" size="lg" loading={start.isPending} disabled={looksOn}>
        {t('payment:start')}
      </Button>
      {looksOn && <p className={classes['help']}>{t('common:toast.lookingOn')}</p>}
    </form>
  );
}

/** Each reason has its own way out: before any device was paired, its network is not what is missing. */
function NoneReady({ terminals }: { terminals: readonly TerminalRow[] }) {
  const { t } = useTranslation('payment');
  const why = whyNoneReady(terminals);
  const [first] = terminals;
  const mayPair = useMay(makePairingCode) && first !== undefined && why === 'noPaired';
  return (
    <div className={classes['form']}>
      <EmptyState
        icon={<IconPlugConnectedX size={24} stroke={1.6} aria-hidden="true" />}
        title={t(`payment:noneReady.${why}.title`)}
        help={t(`payment:noneReady.${why}.help`)}
        action={
          mayPair && (
            <Button
              component={Link}
              {...({
                to: paths.terminalDetail,
                params: { tid: first.tid },
                search: { panel: 'pair' },
              } as object)}
            >
              {t('payment:pairFirst')}
            </Button>
          )
        }
      />
    </div>
  );
}

/** What was typed, the terminal it goes to, and what is still wrong with it. */
function usePaymentForm(
  terminals: readonly TerminalRow[],
  chosen: string | null,
  onStarted: (transactionId: string) => void,
) {
  const ready = terminals.filter(canTakePayment);
  const [amount, setAmount] = useState('');
  const [orderRef, setOrderRef] = useState('');
  const [checked, setChecked] = useState(false);
  const start = useStart(onStarted);
  const terminal = ready.find((each) => each.id === chosen);
  const parsed = parseAmount(amount);
  useUnrepeated(amount !== '' || orderRef !== '');
  // The field has the focus by now: what comes after this is typed into it.
  useLayoutEffect(() => setAmount((before) => before + takeTyped(ofAmounts)), []);

  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    setChecked(true);
    if (!parsed.ok || !terminal) return focusInvalid(event.currentTarget);
    const trimmed = orderRef.trim();
    start.mutate({
      terminalId: terminal.id,
      amountMinor: parsed.amountMinor,
      orderRef: trimmed === '' ? null : trimmed,
    });
  }
  return {
    ready,
    terminal,
    amount,
    setAmount: (text: string) => {
      setAmount(text);
      start.reset();
    },
    orderRef,
    setOrderRef,
    problem: checked && !parsed.ok ? parsed.problem : null,
    terminalProblem: terminalProblem(
      terminals.find((each) => each.id === chosen),
      chosen,
      checked,
    ),
    start,
    send,
  };
}

/** The only terminal there is, or the one this person used last where it is there to take a payment. */
export function likelyTerminal(terminals: readonly TerminalRow[]): string | null {
  const [only, ...others] = terminals;
  if (only && others.length === 0) return only.id;
  const last = lastTerminal();
  return terminals.some((each) => each.id === last && canTakePayment(each)) ? last : null;
}

/** Nothing is sent to a terminal that nobody chose: the field says what is missing. */
function terminalProblem(
  known: TerminalRow | undefined,
  chosen: string | null,
  checked: boolean,
): string | null {
  const why = known && whyNoPayment(known);
  if (why === null) return null;
  if (why === 'branchStopped') return 'payment:refused.suspended';
  if (chosen !== null) return 'payment:chosenNotConnected';
  return checked ? 'payment:terminalNeeded' : null;
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
    onSuccess: ({ id, terminalId }) => {
      rememberTerminal(terminalId);
      attemptAnswered();
      startedHere(id);
      void client.invalidateQueries({ predicate: ({ meta }) => meta?.live?.includes('TRX') ?? false });
      onStarted(id);
    },
    onError: (error) => {
      // Without an answer the payment may have begun: the id is kept for the next try.
      if (isApiError(error) && error.status > 0 && error.status < 500) attemptAnswered();
    },
  });
}
