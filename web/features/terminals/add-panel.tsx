import { Select, Switch, TextInput } from '@mantine/core';
import { latinDigits } from '@mizan/contract/money.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { addTerminal, type getTerminalChoices, labelMax } from '@mizan/contract/terminal-manage.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { nameIn } from '../../platform/language.ts';
import { offeredDevicesQuery } from '../../platform/offered-devices.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useChoices } from './choices.queries.ts';
import classes from './terminal-detail.module.css';

type Choices = RouteOutput<typeof getTerminalChoices>;

interface AddPanelProps {
  onAdded: (id: string) => void;
  onClose: () => void;
}

/** A new terminal: its number, model, branch and, where it charges cards, bank; its device is paired in the next step. */
export default function AddPanel({ onAdded, onClose }: AddPanelProps) {
  const { t } = useTranslation('terminals');
  const devices = useQuery(offeredDevicesQuery);
  return (
    <DockedDrawer title={t('terminals:add.title')} onClose={onClose}>
      <p className={classes['said']}>{t('terminals:add.help')}</p>
      <Loaded of={useChoices()} rows={6}>
        {(choices) =>
          choices.branches.length === 0 ? (
            <EmptyState title={t('terminals:add.impossible')} help={t('terminals:add.impossibleHelp')} />
          ) : (
            <Loaded of={devices} rows={6}>
              {({ models }) => <AddForm choices={choices} models={models} onAdded={onAdded} />}
            </Loaded>
          )
        }
      </Loaded>
    </DockedDrawer>
  );
}

const nameOf = (each: { nameEn: string; nameAr: string }): string => nameIn(each);
/** What is the only one needs no asking; between several nobody chooses for anybody. */
const onlyOf = (of: readonly { id: string }[]): string => (of.length === 1 ? (of[0]?.id ?? '') : '');

function refusalOf(error: unknown, t: TFunction): { tid: string } | { model: string } | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'conflict') return { tid: t('terminals:add.taken') };
  return error.details?.['model'] === 'notOffered' ? { model: t('terminals:add.modelGone') } : undefined;
}

interface AddFormProps {
  choices: Choices;
  /** On offer, as they are named. */
  models: readonly string[];
  onAdded: (id: string) => void;
}

function AddForm({ choices, models, onAdded }: AddFormProps) {
  const { t } = useTranslation(['terminals', 'transactions', 'common']);
  const form = useForm({
    start: {
      tid: '',
      model: '',
      branchId: onlyOf(choices.branches),
      bankId: onlyOf(choices.banks),
      label: '',
      isTest: false,
    },
    check: ({ tid, model, branchId, bankId, isTest }) => ({
      tid: !/^\d{8,16}$/.test(latinDigits(tid).trim()) && t('terminals:add.tidWrong'),
      model: model === '' && t('terminals:add.modelMissing'),
      branchId: branchId === '' && t('terminals:add.branchMissing'),
      bankId:
        !isTest &&
        bankId === '' &&
        t(choices.banks.length === 0 ? 'terminals:add.noBank' : 'terminals:add.bankMissing'),
    }),
    send: ({ tid, label, bankId, ...rest }) =>
      call(addTerminal, {
        body: {
          ...rest,
          bankId: rest.isTest ? null : bankId,
          tid: latinDigits(tid).trim(),
          label: label.trim() === '' ? null : label.trim(),
        },
      }),
    changes: [listTerminals],
    onSent: ({ id }) => onAdded(id),
    refusal: (error) => refusalOf(error, t),
  });
  const select = (of: readonly { id: string; nameEn: string; nameAr: string }[]) =>
    of.map((each) => ({ value: each.id, label: nameOf(each) }));
  const chosen = (name: 'model' | 'branchId' | 'bankId') => ({
    ...form.field(name),
    onChange: (value: string | null) => form.change({ [name]: value ?? '' }),
  });
  return (
    <Form form={form} submitLabel={t('terminals:add.submit')}>
      <TextInput
        label={t('common:fields.terminalId')}
        description={t('terminals:add.tidHelp')}
        inputMode="numeric"
        dir="ltr"
        maxLength={16}
        {...form.field('tid')}
      />
      <Select label={t('terminals:columns.model')} searchable data={[...models]} {...chosen('model')} />
      <Select
        label={t('transactions:columns.branch')}
        data={select(choices.branches)}
        {...chosen('branchId')}
      />
      {choices.banks.length !== 1 && !form.values.isTest && (
        <Select label={t('terminals:add.bank')} data={select(choices.banks)} {...chosen('bankId')} />
      )}
      <TextInput label={t('terminals:assign.label')} maxLength={labelMax} {...form.field('label')} />
      <Switch
        label={t('terminals:add.isTest')}
        description={t('terminals:add.isTestHelp')}
        checked={form.values.isTest}
        onChange={(event) => form.change({ isTest: event.currentTarget.checked })}
      />
    </Form>
  );
}
