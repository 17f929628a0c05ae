import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type Reason, reasons } from '@mizan/contract/entry-reasons.ts';
import {
  changeRule,
  makeRule,
  type RuleForm,
  type RuleRow,
  ruleLimits,
} from '@mizan/contract/exception-rules.ts';
import { type ExceptionOutcome, exceptionLimits, exceptionOutcomes } from '@mizan/contract/exceptions.ts';
import { type Currency, currencies, parseAmount } from '@mizan/contract/money.ts';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/api-client.ts';
import { attempts } from '../../../platform/command.ts';
import { useForm } from '../../../platform/form.ts';
import { amountParts } from '../../../platform/formats.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import { changedByRules } from './exception-rules.queries.ts';
import { nameIn, type RuleChoices } from './exception-rules.words.ts';
import { refusalOf } from './exceptions.words.ts';
import styles from './rules.module.css';

interface RuleDialogProps {
  rule: RuleRow | null;
  choices: RuleChoices;
  onClose: () => void;
}

const figureOf = (minor: number | null | undefined): string =>
  minor === null || minor === undefined ? '' : amountParts(minor).figure;

const startOf = (rule: RuleRow | null) => ({
  name: rule?.name ?? '',
  outcome: rule?.when.outcome ?? '',
  reason: rule?.when.reason ?? '',
  bankId: rule?.when.bankId ?? '',
  branchId: rule?.when.branchId ?? '',
  tid: rule?.when.tid ?? '',
  currency: rule?.when.amount?.currency ?? 'SAR',
  from: figureOf(rule?.when.amount?.fromMinor),
  to: figureOf(rule?.when.amount?.toMinor),
  personId: rule?.person?.id ?? '',
  group: rule?.group ?? '',
  proposal: rule?.proposal ?? '',
});
type Values = ReturnType<typeof startOf>;

/** Halalas of what was typed; null of nothing, undefined of what is no amount. */
function minorOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const parsed = parseAmount(typed);
  return parsed.ok ? parsed.amountMinor : undefined;
}

function formOf(values: Values): RuleForm {
  const [fromMinor, toMinor] = [minorOf(values.from) ?? null, minorOf(values.to) ?? null];
  return {
    name: values.name,
    when: {
      outcome: (values.outcome || null) as ExceptionOutcome | null,
      reason: (values.reason || null) as Reason | null,
      bankId: values.bankId || null,
      branchId: values.branchId || null,
      tid: values.tid.trim() || null,
      amount:
        fromMinor === null && toMinor === null
          ? null
          : { currency: values.currency as Currency, fromMinor, toMinor },
    },
    does: {
      personId: values.personId || null,
      group: values.group.trim() || null,
      proposal: values.proposal.trim() || null,
    },
  };
}

function useRuleForm({ rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation('exceptions');
  const attempt = useRef(attempts());
  return useForm({
    edits: rule !== null,
    start: startOf(rule),
    check: (values) => {
      const { when, does } = formOf(values);
      const [from, to] = [minorOf(values.from), minorOf(values.to)];
      const isOf = (all: object): boolean => Object.values(all).some((each) => each !== null);
      return {
        name: values.name.trim() === '' && t('exceptions:rules.need.name'),
        tid: when.tid !== null && !/^\d{8,16}$/.test(when.tid) && t('exceptions:rules.need.tid'),
        from: from === undefined && t('exceptions:rules.need.amount'),
        to:
          (to === undefined || (typeof from === 'number' && to !== null && from > to)) &&
          t('exceptions:rules.need.amount'),
        outcome: !isOf(when) && t('exceptions:rules.need.condition'),
        personId: !isOf(does) && t('exceptions:rules.need.act'),
      };
    },
    send: async (values: Values) => {
      const form = formOf(values);
      if (rule) {
        await call(changeRule, { params: { id: rule.id }, body: { revision: rule.revision, rule: form } });
        return;
      }
      try {
        await call(makeRule, attempt.current.with(makeRule, { body: { requestId: '', rule: form } }));
        attempt.current.answered(null);
      } catch (error) {
        attempt.current.answered(error);
        throw error;
      }
    },
    changes: changedByRules,
    refusal: (error) => refusalOf(error, t),
    onSent: onClose,
  });
}

/** What must hold, all of it, and what is done then. */
export function RuleDialog(props: RuleDialogProps) {
  const { rule, choices, onClose } = props;
  const { t } = useTranslation(['exceptions', 'reconciliation']);
  const form = useRuleForm(props);
  const any = { value: '', label: t('exceptions:rules.any') };
  const left = rule?.person && !rule.person.isActive ? [rule.person] : [];
  return (
    <FormDialog
      form={form}
      title={t(`exceptions:rules.${rule ? 'changeTitle' : 'newTitle'}`)}
      submitLabel={t('exceptions:rules.save')}
      onClose={onClose}
    >
      <TextInput label={t('exceptions:rules.name')} maxLength={ruleLimits.nameMax} {...form.field('name')} />
      <NativeSelect
        label={t('reconciliation:entries.outcome')}
        data={[any, ...exceptionOutcomes.map((each) => ({ value: each, label: t(outcomeKey(each)) }))]}
        {...form.field('outcome')}
      />
      <NativeSelect
        label={t('exceptions:rules.reasonLabel')}
        data={[any, ...reasons.map((each) => ({ value: each, label: t(`exceptions:rules.reason.${each}`) }))]}
        {...form.field('reason')}
      />
      <div className={styles['pair']}>
        <NativeSelect
          label={t('exceptions:columns.bank')}
          data={[any, ...choices.banks.map((each) => ({ value: each.id, label: nameIn(each) }))]}
          {...form.field('bankId')}
        />
        <NativeSelect
          label={t('exceptions:rules.branch')}
          data={[any, ...choices.branches.map((each) => ({ value: each.id, label: nameIn(each) }))]}
          {...form.field('branchId')}
        />
      </div>
      <TextInput dir="ltr" label={t('exceptions:rules.tid')} maxLength={16} {...form.field('tid')} />
      <div className={styles['pair']}>
        <TextInput dir="ltr" label={t('exceptions:rules.from')} {...form.field('from')} />
        <TextInput dir="ltr" label={t('exceptions:rules.to')} {...form.field('to')} />
      </div>
      <NativeSelect
        label={t('exceptions:rules.currency')}
        data={[...currencies]}
        {...form.field('currency')}
      />
      <NativeSelect
        label={t('exceptions:rules.assigns')}
        data={[
          { value: '', label: t('exceptions:nobody') },
          ...[...choices.people, ...left].map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...form.field('personId')}
      />
      <TextInput
        label={t('exceptions:rules.groups')}
        maxLength={ruleLimits.nameMax}
        {...form.field('group')}
      />
      <Textarea
        label={t('exceptions:rules.proposes')}
        description={t('exceptions:rules.proposesHelp')}
        maxLength={exceptionLimits.noteMax}
        autosize
        minRows={2}
        {...form.field('proposal')}
      />
    </FormDialog>
  );
}
