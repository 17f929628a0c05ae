import { Switch } from '@mantine/core';
import {
  type CashierRefunds,
  getCashierRefunds,
  setCashierRefunds,
} from '@mizan/contract/cashier-refunds.ts';
import { limitMinorMax } from '@mizan/contract/exception-limit.ts';
import { parseAmount } from '@mizan/contract/money.ts';
import { useQuery } from '@tanstack/react-query';
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

/** Whether cashiers may give back, and how much of it alone: the owner says so, with a fresh sign-in. */
export function CashierRefundsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('refunds');
  return (
    <DockedDrawer title={t('refunds:cashiers.title')} onClose={onClose}>
      <Loaded of={useQuery(routeQuery(getCashierRefunds, {}))} rows={5}>
        {(rule) => <RuleForm rule={rule} onClose={onClose} />}
      </Loaded>
    </DockedDrawer>
  );
}

const minorOf = (text: string): number => {
  const parsed = parseAmount(text);
  return parsed.ok ? parsed.amountMinor : 0;
};

function RuleForm({ rule, onClose }: { rule: CashierRefunds; onClose: () => void }) {
  const { t } = useTranslation(['refunds', 'common']);
  const problemOf = (text: string): string | false => {
    const parsed = parseAmount(text);
    if (!parsed.ok) return t(amountProblemKeys[parsed.problem]);
    return parsed.amountMinor > limitMinorMax && t('common:validation.amountRange');
  };
  const form = useForm({
    start: {
      isAllowed: rule.isAllowed,
      each: amountParts(rule.eachMinor).figure,
      day: amountParts(rule.dayMinor).figure,
    },
    check: ({ each, day }) => ({ each: problemOf(each), day: problemOf(day) }),
    send: ({ isAllowed, each, day }) =>
      call(setCashierRefunds, { body: { isAllowed, eachMinor: minorOf(each), dayMinor: minorOf(day) } }),
    changes: [getCashierRefunds],
    onSent: onClose,
  });
  return (
    <Form form={form} submitLabel={t('refunds:cashiers.save')} onCancel={onClose}>
      <Switch
        label={t('refunds:cashiers.allow')}
        description={t('refunds:cashiers.allowHelp')}
        checked={form.values.isAllowed}
        onChange={(event) => form.change({ isAllowed: event.currentTarget.checked })}
      />
      <AmountInput label={t('refunds:cashiers.each')} {...form.field('each')} />
      <AmountInput label={t('refunds:cashiers.day')} {...form.field('day')} />
      <p className={classes['hint']}>{t('refunds:cashiers.above')}</p>
      {rule.byName !== null && rule.at !== null && (
        <p className={classes['hint']}>
          {t('refunds:cashiers.by', { name: rule.byName, time: formatRelative(rule.at) })}
        </p>
      )}
    </Form>
  );
}
