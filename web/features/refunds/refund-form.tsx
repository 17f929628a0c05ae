import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { parseAmount } from '@mizan/contract/money.ts';
import { type RefundReason, type RefundType, refundReasons } from '@mizan/contract/refund-terms.ts';
import {
  getRefund,
  listRefunds,
  previewRefund,
  type RefundDetail,
  type RefundPreview,
  refundNoteMax,
  refundTotals,
  startRefund,
} from '@mizan/contract/refunds.ts';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { attempts } from '../../platform/command.ts';
import { type FormState, useForm } from '../../platform/form.ts';
import { amountParts, formatAmount } from '../../platform/formats.ts';
import { startedHere } from '../../platform/results.store.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { EmptyState, ErrorState, LoadingState, MissingState } from '../../ui/states.tsx';
import { RefundBar, RefundTable } from './refund-figures.tsx';
import classes from './refund-form.module.css';
import { ApprovalNote, heldBack, PurchaseHead, TerminalLine } from './refund-form-parts.tsx';
import { useRefundEffect } from './refunds.queries.ts';
import { namedRefusal } from './refunds.words.ts';

type How = 'FULL' | 'PART' | 'REVERSAL';
interface Values {
  how: How;
  amount: string;
  reason: RefundReason | '';
  note: string;
  terminalId: string;
}
const start: Values = { how: 'FULL', amount: '', reason: '', note: '', terminalId: '' };
const noteMin = 3;

interface RefundFormProps {
  originalId: string;
  onClose: () => void;
  onStarted: (refund: RefundDetail) => void;
}

/** Gives a payment back: how much of it, why, on which terminal, and what that changes. */
export function RefundForm({ originalId, onClose, onStarted }: RefundFormProps) {
  const { t } = useTranslation(['refunds', 'common', 'errors', 'transactions']);
  const whole = useRefundEffect({ originalId, type: 'REFUND' });
  const failure = whole.error;
  return (
    <DockedDrawer title={t('refunds:form.title', { id: originalId })} onClose={onClose}>
      {whole.data ? (
        <Filled whole={whole.data} originalId={originalId} onClose={onClose} onStarted={onStarted} />
      ) : whole.isPending ? (
        <LoadingState rows={10} />
      ) : isApiError(failure) && failure.status === 404 ? (
        <MissingState title={t('errors:notFound')} />
      ) : namedRefusal(failure, t) ? (
        <EmptyState title={t('refunds:form.notPossible')} help={namedRefusal(failure, t) ?? ''} />
      ) : (
        <ErrorState error={failure} onRetry={() => void whole.refetch()} />
      )}
    </DockedDrawer>
  );
}

/** How much is asked for: null while what is typed is no amount that can go back. */
function wantedMinor({ how, amount }: Values, whole: RefundPreview): number | null {
  if (how === 'REVERSAL') return whole.original.amountMinor;
  if (how === 'FULL') return whole.remainderMinor > 0 ? whole.remainderMinor : null;
  const parsed = parseAmount(amount);
  return parsed.ok && parsed.amountMinor <= whole.remainderMinor ? parsed.amountMinor : null;
}

const typeOf = (how: How): RefundType => (how === 'REVERSAL' ? 'REVERSAL' : 'REFUND');

function useRefundForm(whole: RefundPreview, { originalId, onStarted }: Omit<RefundFormProps, 'onClose'>) {
  const { t } = useTranslation(['refunds', 'common', 'transactions']);
  const attempt = useRef(attempts());
  const amountProblem = (text: string): string | false => {
    const parsed = parseAmount(text);
    if (!parsed.ok) return t(amountProblemKeys[parsed.problem]);
    return (
      parsed.amountMinor > whole.remainderMinor &&
      t('refunds:form.aboveRemainder', { amount: formatAmount(whole.remainderMinor) })
    );
  };
  const form = useForm<Values, RefundDetail>({
    start,
    check: ({ how, amount, reason, note }) => ({
      amount: how === 'PART' && amountProblem(amount),
      reason: reason === '' && t('refunds:form.reasonNeeded'),
      note: reason === 'OTHER' && note.trim().length < noteMin && t('refunds:form.noteNeeded'),
    }),
    send: async (values) => {
      const { how, reason, note, terminalId } = values;
      const body = {
        originalId,
        type: typeOf(how),
        amountMinor: wantedMinor(values, whole) ?? 0,
        reason: reason as RefundReason,
        ...(note.trim() !== '' && { note: note.trim() }),
        ...(terminalId !== '' && { terminalId }),
      };
      try {
        const refund = await call(startRefund, attempt.current.with(startRefund, { body }) as never);
        attempt.current.answered(null);
        return refund as RefundDetail;
      } catch (error) {
        attempt.current.answered(error);
        throw error;
      }
    },
    changes: [listRefunds, refundTotals, getRefund, previewRefund],
    leadsOn: true,
    refusal: (error) => namedRefusal(error, t),
    onSent: (refund) => {
      if (refund.transactionId !== null) startedHere(refund.transactionId);
      onStarted(refund);
    },
  });
  /** More than is left is refused where it stands, before anybody sends it. */
  const { how, amount } = form.values;
  const typed = parseAmount(amount);
  const isAbove = how === 'PART' && typed.ok && typed.amountMinor > whole.remainderMinor;
  return { form, early: isAbove ? amountProblem(amount) : false };
}

function Filled({ whole, ...props }: RefundFormProps & { whole: RefundPreview }) {
  const { t } = useTranslation(['refunds', 'common']);
  const { form, early } = useRefundForm(whole, props);
  const { values } = form;
  const amountMinor = wantedMinor(values, whole);
  const wanted = {
    originalId: props.originalId,
    type: typeOf(values.how),
    amountMinor: amountMinor ?? undefined,
    terminalId: values.terminalId || undefined,
  };
  const asked = useRefundEffect(wanted, form.isWorking);
  // Figures of another amount say nothing about this one: they stand aside until these are there.
  const isCurrent = asked.data !== undefined && !asked.isPlaceholderData && amountMinor !== null;
  const effect = asked.data ?? whole;
  const refused = asked.error === null ? undefined : namedRefusal(asked.error, t);
  const held = isCurrent ? heldBack(effect, t) : null;
  if (whole.remainderMinor === 0 && !whole.reversal.isPossible) {
    return (
      <>
        <PurchaseHead effect={whole} />
        <RefundBar effect={whole} />
        <p className={classes['refused']}>{t('refunds:form.nothingLeft')}</p>
      </>
    );
  }
  return (
    <Form
      form={form}
      shape="drawer"
      submitLabel={submitLabel(values.how, effect, isCurrent, amountMinor, t)}
      held={!isCurrent || held !== null || early !== false}
      onCancel={props.onClose}
    >
      <PurchaseHead effect={whole} />
      <div className={classes['figures']} aria-busy={!isCurrent}>
        <RefundBar effect={effect} isCurrent={isCurrent} />
      </div>
      <Fields form={form} whole={whole} early={early} />
      <div className={classes['figures']} aria-busy={!isCurrent}>
        <RefundTable effect={effect} isCurrent={isCurrent} />
      </div>
      {refused && (
        <p role="alert" className={classes['refused']}>
          {refused}
        </p>
      )}
      {isCurrent && <ApprovalNote effect={effect} />}
      <TerminalLine
        effect={effect}
        value={values.terminalId}
        onChange={(terminalId) => form.change({ terminalId })}
      />
      {held !== null && (
        <p role="alert" className={classes['refused']}>
          {held}
        </p>
      )}
    </Form>
  );
}

/** The button says what it will do: 'Refund 615.50', or 'Send for approval'. */
function submitLabel(
  how: How,
  effect: RefundPreview,
  isCurrent: boolean,
  amountMinor: number | null,
  t: TFunction,
): string {
  if (isCurrent && effect.approval.isNeeded) return t('refunds:form.sendForApproval');
  if (amountMinor === null) return t('refunds:form.refund');
  const amount = formatAmount(amountMinor);
  return t(how === 'REVERSAL' ? 'refunds:form.reverseAmount' : 'refunds:form.refundAmount', { amount });
}

interface FieldsProps {
  form: FormState<Values>;
  whole: RefundPreview;
  early: string | false;
}

function Fields({ form, whole, early }: FieldsProps) {
  const { t } = useTranslation(['refunds', 'common']);
  const { how, amount } = form.values;
  const full = formatAmount(whole.remainderMinor);
  const [touched, setTouched] = useState(false);
  const problem = form.problems['amount'] || (touched && early ? early : undefined);
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t('refunds:form.how')}
        value={how}
        onChange={(value) => form.change({ how: value as How })}
        data={[
          ...(whole.remainderMinor > 0
            ? [
                { value: 'FULL', label: t('refunds:form.full', { amount: full }) },
                { value: 'PART', label: t('refunds:form.part') },
              ]
            : []),
          ...(whole.reversal.isPossible ? [{ value: 'REVERSAL', label: t('refunds:form.reversal') }] : []),
        ]}
      />
      {how === 'REVERSAL' && <p className={classes['hint']}>{t('refunds:form.reversalHelp')}</p>}
      <div className={classes['fields']}>
        <AmountInput
          label={t('common:fields.amount')}
          description={t('refunds:form.left', { amount: full })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={how === 'PART' ? amount : amountParts(wantedMinor(form.values, whole) ?? 0).figure}
          readOnly={how === 'REVERSAL'}
          onChange={(text) => {
            setTouched(true);
            if (how === 'PART') form.change({ amount: text });
            else if (text !== amountParts(wantedMinor(form.values, whole) ?? 0).figure)
              form.change({ how: 'PART', amount: text });
          }}
          error={problem}
        />
        <Select
          label={t('refunds:columns.reason')}
          placeholder={t('refunds:form.chooseReason')}
          allowDeselect={false}
          data={refundReasons.map((value) => ({ value, label: t(`refunds:reason.${value}`) }))}
          value={form.values.reason || null}
          onChange={(reason) => reason && form.change({ reason: reason as RefundReason })}
          error={form.problems['reason']}
        />
      </div>
      <TextInput
        label={
          form.values.reason === 'OTHER'
            ? t('refunds:form.note')
            : `${t('refunds:form.note')} (${t('common:words.optional')})`
        }
        maxLength={refundNoteMax}
        {...form.field('note')}
      />
    </>
  );
}
