import { Switch } from '@mantine/core';
import {
  type CashierRefunds,
  getCashierRefunds,
  setCashierRefunds,
} from '@mizan/contract/cashier-refunds.ts';
import {
  type ExceptionLimit,
  getExceptionLimit,
  limitMinorMax,
  setExceptionLimit,
} from '@mizan/contract/exception-limit.ts';
import { getException } from '@mizan/contract/exceptions.ts';
import { parseAmount } from '@mizan/contract/money.ts';
import { getRefundLimit, type RefundLimit, setRefundLimit } from '@mizan/contract/refund-limit.ts';
import { previewRefund } from '@mizan/contract/refunds.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { amountParts, formatRelative } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { AmountInput, amountProblemKeys } from '../../ui/amount-input.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './refund-form.module.css';

/** What one person may give back or accept alone, and whether cashiers refund: the owner says so, with a fresh sign-in. */
export function RefundLimitsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('refunds');
  return (
    <DockedDrawer title={t('refunds:limits.title')} onClose={onClose}>
      <h3 className={classes['subtitle']}>{t('refunds:limits.refunds')}</h3>
      <Loaded of={useQuery(routeQuery(getRefundLimit, {}))} rows={6}>
        {(limit) => <PersonForm limit={limit} />}
      </Loaded>
      <h3 className={classes['subtitle']}>{t('refunds:limits.exceptions')}</h3>
      <Loaded of={useQuery(routeQuery(getExceptionLimit, {}))} rows={5}>
        {(limit) => <ExceptionsForm limit={limit} />}
      </Loaded>
      <h3 className={classes['subtitle']}>{t('refunds:cashiers.title')}</h3>
      <Loaded of={useQuery(routeQuery(getCashierRefunds, {}))} rows={8}>
        {(rule) => <CashiersForm rule={rule} />}
      </Loaded>
    </DockedDrawer>
  );
}

const minorOf = (text: string): number => {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amountMinor : 0;
};

/** Why an amount cannot be a limit; false where it can. */
function problemOf(text: string, t: TFunction): string | false {
  const parsed = parseAmount(text);
  if (!parsed.ok) return t(amountProblemKeys[parsed.problem]);
  return parsed.amountMinor > limitMinorMax && t('common:validation.amountRange');
}

/** Who set it, and when; where nobody did, that it is the default. */
function SetBy({ byName, at }: { byName: string | null; at: string | null }) {
  const { t } = useTranslation('refunds');
  if (byName === null || at === null) return <p className={classes['hint']}>{t('refunds:limits.default')}</p>;
  return (
    <p className={classes['hint']}>{t('refunds:cashiers.by', { name: byName, time: formatRelative(at) })}</p>
  );
}

function PersonForm({ limit }: { limit: RefundLimit }) {
  const { t } = useTranslation(['refunds', 'common']);
  const form = useForm({
    edits: true,
    start: { day: amountParts(limit.limitMinor).figure },
    check: ({ day }) => ({ day: problemOf(day, t) }),
    send: ({ day }) => call(setRefundLimit, { body: { limitMinor: minorOf(day) } }),
    changes: [getRefundLimit, previewRefund],
  });
  return (
    <Form quiet form={form} submitLabel={t('refunds:cashiers.save')}>
      <AmountInput label={t('refunds:cashiers.day')} {...form.field('day')} />
      <p className={classes['hint']}>{t('refunds:limits.personHelp')}</p>
      <SetBy byName={limit.byName} at={limit.at} />
    </Form>
  );
}

/** The same limit that stands where an exception is accepted. */
function ExceptionsForm({ limit }: { limit: ExceptionLimit }) {
  const { t } = useTranslation(['refunds', 'common']);
  const form = useForm({
    edits: true,
    start: { alone: amountParts(limit.limitMinor).figure },
    check: ({ alone }) => ({ alone: problemOf(alone, t) }),
    send: ({ alone }) => call(setExceptionLimit, { body: { limitMinor: minorOf(alone) } }),
    changes: [getExceptionLimit, getException],
  });
  return (
    <Form quiet form={form} submitLabel={t('refunds:cashiers.save')}>
      <AmountInput label={t('refunds:limits.exceptionsAlone')} {...form.field('alone')} />
      <p className={classes['hint']}>{t('refunds:limits.exceptionsHelp')}</p>
      <SetBy byName={limit.byName} at={limit.at} />
    </Form>
  );
}

function CashiersForm({ rule }: { rule: CashierRefunds }) {
  const { t } = useTranslation(['refunds', 'common']);
  const form = useForm({
    edits: true,
    start: {
      isAllowed: rule.isAllowed,
      each: amountParts(rule.eachMinor).figure,
      day: amountParts(rule.dayMinor).figure,
    },
    check: ({ each, day }) => ({ each: problemOf(each, t), day: problemOf(day, t) }),
    send: ({ isAllowed, each, day }) =>
      call(setCashierRefunds, { body: { isAllowed, eachMinor: minorOf(each), dayMinor: minorOf(day) } }),
    changes: [getCashierRefunds],
  });
  return (
    <Form quiet form={form} submitLabel={t('refunds:cashiers.save')}>
      <Switch
        label={t('refunds:cashiers.allow')}
        description={t('refunds:cashiers.allowHelp')}
        checked={form.values.isAllowed}
        onChange={(event) => form.change({ isAllowed: event.currentTarget.checked })}
      />
      <AmountInput label={t('refunds:cashiers.each')} {...form.field('each')} />
      <AmountInput label={t('refunds:cashiers.day')} {...form.field('day')} />
      <p className={classes['hint']}>{t('refunds:cashiers.above')}</p>
      <SetBy byName={rule.byName} at={rule.at} />
    </Form>
  );
}
