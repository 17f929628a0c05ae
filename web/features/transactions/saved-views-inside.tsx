import { ActionIcon, Button, TextInput } from '@mantine/core';
import { addDays, daysBetween } from '@mizan/contract/business-day.ts';
import {
  listViews,
  removeView,
  renameView,
  type SavedView,
  saveView,
  type ViewColumn,
  viewsMax,
} from '@mizan/contract/views.ts';
import { IconPencil, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { useToday } from '../../platform/today.ts';
import { runAndSay } from '../../ui/command-button.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { showToast } from '../../ui/toasts.tsx';
import classes from './saved-views.module.css';
import type { TransactionFilter, TransactionSearchState } from './transactions.search.ts';

export interface SavedViewsProps {
  state: TransactionSearchState;
  /** Those that show. */
  columns: readonly ViewColumn[];
}

/** The own views to open, and what shows to keep. */
export default function ViewsInside({ onChosen, ...shown }: SavedViewsProps & { onChosen: () => void }) {
  return (
    <>
      <Views state={shown.state} onChosen={onChosen} />
      <KeepView {...shown} />
    </>
  );
}

/** The filter with the days that it means today. */
function filterOf({ filter, lastDays }: SavedView, today: string): TransactionFilter {
  const days = lastDays === null ? {} : { from: addDays(today, 1 - lastDays), to: today };
  return { ...filter, ...days } as TransactionFilter;
}

function Views({ state, onChosen }: { state: TransactionSearchState; onChosen: () => void }) {
  const { t } = useTranslation('transactions');
  const today = useToday();
  const query = useQuery(routeQuery(listViews, {}));
  const [renaming, setRenaming] = useState<string | null>(null);
  const remove = useCommand(({ id }: SavedView) => call(removeView, { params: { id } }), {
    changes: [listViews],
    done: () => t('transactions:views.removed'),
    undo:
      (_removed, { id: _id, ...view }) =>
      () =>
        call(saveView, { body: view }),
  });
  return (
    <Loaded of={query} rows={2}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={classes['help']}>{t('transactions:views.none')}</p>
        ) : (
          <ul className={classes['views']} aria-label={t('transactions:views.title')}>
            {rows.map((view) => (
              <li key={view.id}>
                {renaming === view.id && <RenameView view={view} onDone={() => setRenaming(null)} />}
                {renaming !== view.id && (
                  <>
                    <Button
                      variant="subtle"
                      size="compact-md"
                      onClick={() => {
                        state.show(filterOf(view, today), view.columns);
                        onChosen();
                      }}
                    >
                      <bdi>{view.name}</bdi>
                    </Button>
                    <ActionIcon
                      size="lg"
                      aria-label={t('transactions:views.rename', { name: view.name })}
                      disabled={remove.isRefused}
                      onClick={() => setRenaming(view.id)}
                    >
                      <IconPencil size={16} stroke={1.6} />
                    </ActionIcon>
                    <ActionIcon
                      size="lg"
                      aria-label={t('transactions:views.remove', { name: view.name })}
                      disabled={remove.isRefused}
                      onClick={() => void runAndSay(remove, view)}
                    >
                      <IconX size={16} stroke={1.6} />
                    </ActionIcon>
                  </>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** In the place of the view: a field with its name, which Enter keeps and Cancel leaves. */
function RenameView({ view, onDone }: { view: SavedView; onDone: () => void }) {
  const { t } = useTranslation('transactions');
  const form = useForm({
    start: { name: view.name },
    check: ({ name }) => ({ name: name.trim() === '' && t('transactions:views.nameRequired') }),
    send: ({ name }) => call(renameView, { params: { id: view.id }, body: { name } }),
    changes: [listViews],
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict'
        ? { name: t('transactions:views.nameTaken') }
        : undefined,
    onSent: () => {
      showToast({ tone: 'success', title: t('transactions:views.renamed') });
      onDone();
    },
  });
  return (
    <Form form={form} submitLabel={t('transactions:views.renameThis')} onCancel={onDone}>
      <TextInput
        label={t('transactions:views.newName')}
        maxLength={60}
        data-autofocus
        autoFocus
        {...form.field('name')}
      />
    </Form>
  );
}

/** Days that end today are kept as so many up to the day of opening; others stay what they are. */
function keptDays(filter: TransactionFilter, today: string) {
  const { from, to, ...others } = filter;
  const lastDays = from !== undefined && to === today ? daysBetween(from, to) + 1 : null;
  return lastDays === null ? { filter, lastDays } : { filter: others, lastDays };
}

function daysText({ filter, lastDays }: ReturnType<typeof keptDays>, t: TFunction): string {
  if (lastDays !== null) return t('transactions:views.lastDays', { count: lastDays });
  if (filter.from !== undefined || filter.paidFrom !== undefined || filter.paidBefore !== undefined)
    return t('transactions:views.fixedDays');
  return t(
    filter.range === 'all' || filter.search !== undefined
      ? 'transactions:views.allTime'
      : 'transactions:views.unasked',
  );
}

function KeepView({ state, columns }: SavedViewsProps) {
  const { t } = useTranslation('transactions');
  const today = useToday();
  const kept = keptDays(state.filter, today);
  const form = useForm({
    start: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' && t('transactions:views.nameRequired') }),
    send: ({ name }) =>
      call(saveView, { body: { ...kept, name, columns: state.columns ? [...columns] : null } }),
    changes: [listViews],
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict'
        ? t('transactions:views.most', { count: viewsMax })
        : undefined,
    onSent: () => showToast({ tone: 'success', title: t('transactions:views.saved') }),
    empties: true,
  });
  return (
    <Form form={form} submitLabel={t('transactions:views.save')}>
      <TextInput
        label={t('transactions:views.name')}
        description={`${daysText(kept, t)}. ${t('transactions:views.replaces')}`}
        maxLength={60}
        {...form.field('name')}
      />
    </Form>
  );
}
