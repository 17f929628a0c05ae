import { Select, TextInput } from '@mantine/core';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { getTerminalByTid, type TerminalDetail } from '@mizan/contract/terminal-history.ts';
import { assignTerminal, getTerminalChoices, labelMax } from '@mizan/contract/terminal-manage.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { useForm } from '../../platform/form.ts';
import { nameIn } from '../../platform/language.ts';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { Form } from '../../ui/form.tsx';
import { Identifier } from '../../ui/identifier.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { useChoices } from './choices.queries.ts';
import classes from './terminal-detail.module.css';

type Choices = RouteOutput<typeof getTerminalChoices>;

interface AssignPanelProps {
  terminal: TerminalDetail;
  onClose: () => void;
}

/** What it is called, where it stands, and who works at it. */
export default function AssignPanel({ terminal, onClose }: AssignPanelProps) {
  const { t } = useTranslation('terminals');
  return (
    <DockedDrawer
      title={
        <>
          {t('terminals:assign.title')} <Identifier>{terminal.tid}</Identifier>
        </>
      }
      onClose={onClose}
    >
      <Loaded of={useChoices()} rows={5}>
        {(choices) => <AssignForm terminal={terminal} choices={choices} onClose={onClose} />}
      </Loaded>
    </DockedDrawer>
  );
}

function AssignForm({ terminal, choices, onClose }: AssignPanelProps & { choices: Choices }) {
  const { t } = useTranslation(['terminals', 'transactions', 'common']);
  const form = useForm({
    edits: true,
    start: {
      label: terminal.label ?? '',
      branchId: terminal.branchId,
      cashierId: terminal.cashierId ?? '',
    },
    send: ({ label, branchId, cashierId }, seen) =>
      call(assignTerminal, {
        params: { id: terminal.id },
        body: {
          label: label.trim() || null,
          branchId,
          cashierId: cashierId || null,
          seen: { ...seen, label: seen.label || null, cashierId: seen.cashierId || null },
        },
      }),
    changes: [listTerminals, getTerminalByTid, getTerminalChoices],
    onSent: onClose,
  });
  const { branchId, cashierId } = form.values;
  const present = { id: terminal.branchId, nameEn: terminal.branchNameEn, nameAr: terminal.branchNameAr };
  // Its own branch may be out of use; it stays where it is then.
  const branches = choices.branches.some(({ id }) => id === present.id)
    ? choices.branches
    : [present, ...choices.branches];
  const cashiers = choices.cashiers.filter((each) => each.branchId === branchId);
  const cashier = cashiers.find(({ id }) => id === cashierId);
  const leaves = cashier?.tid !== undefined && cashier.tid !== null && cashier.tid !== terminal.tid;
  return (
    <Form form={form} submitLabel={t('common:actions.save')}>
      <TextInput label={t('terminals:assign.label')} maxLength={labelMax} {...form.field('label')} />
      <Select
        label={t('transactions:columns.branch')}
        allowDeselect={false}
        data={branches.map((each) => ({
          value: each.id,
          label: nameIn(each),
        }))}
        {...form.field('branchId')}
        onChange={(value) => form.change({ branchId: value ?? terminal.branchId, cashierId: '' })}
      />
      <Select
        label={t('transactions:columns.cashier')}
        placeholder={t('terminals:detail.nobody')}
        clearable
        data={cashiers.map(({ id, fullName }) => ({ value: id, label: fullName }))}
        {...form.field('cashierId')}
        value={cashierId || null}
        onChange={(value) => form.change({ cashierId: value ?? '' })}
      />
      {branchId !== terminal.branchId && (
        <p className={classes['quiet']}>{t('terminals:assign.branchMoves')}</p>
      )}
      {leaves && (
        <p className={classes['quiet']}>
          {t('terminals:assign.leaves')} <Identifier>{cashier?.tid ?? ''}</Identifier>
        </p>
      )}
      <p className={classes['quiet']}>{t('terminals:assign.past')}</p>
    </Form>
  );
}
