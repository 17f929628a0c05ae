import type { ExportSubject } from '@mizan/contract/exports.ts';
import { paths } from '@mizan/contract/paths.ts';
import { closeShift, listShifts } from '@mizan/contract/shifts.ts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, formatMoment } from '../../platform/formats.ts';
import { listQuery, useList } from '../../platform/list.ts';
import { useTitle } from '../../platform/title.ts';
import { useToday } from '../../platform/today.ts';
import { useMay, useMayExport } from '../../platform/use-may.ts';
import { Amount } from '../../ui/amount.tsx';
import { CommandButton } from '../../ui/command-button.tsx';
import { DockedDrawer } from '../../ui/docked-drawer.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState, MissingState } from '../../ui/states.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import { stateText } from './shift.words.ts';
import { ShiftPaper } from './shift-paper.tsx';
import { ShiftSum } from './shift-sum.tsx';
import classes from './shifts.module.css';
import { shiftChanges, useShift } from './shifts.queries.ts';
import { useShiftSearch } from './shifts.search.ts';
import { shiftColumns } from './shifts-columns.tsx';
import { ShiftFilters } from './shifts-filters.tsx';

interface ShiftsScreenProps {
  /** Takes what is listed away as a file. */
  exporter: (subject: ExportSubject) => ReactNode;
}

/** The shifts of the merchant, newest first, with their filters in the address and one of them beside the list. */
export function ShiftsScreen({ exporter }: ShiftsScreenProps) {
  const { t } = useTranslation(['shifts', 'transactions', 'common', 'shell']);
  const state = useShiftSearch();
  const today = useToday();
  const mayTake = useMayExport();
  const onPhone = useIsPhone();
  const list = useList(listQuery(listShifts, { query: state.filter }));
  const columns = useMemo(() => shiftColumns(t), [t]);
  useTitle(t('shifts:list'), 'screen');
  const onOpen = (open: string) => state.change({ open });
  const subject: ExportSubject = { kind: 'shifts', filter: { ...state.filter, ...state.days(today) } };
  return (
    <Page
      fill
      title={t('shifts:list')}
      back={<Link to={paths.terminals}>{t('shell:menu.terminals')}</Link>}
      actions={mayTake && exporter(subject)}
      filters={<ShiftFilters state={state} today={today} />}
      drawer={
        state.open && (
          <Beside key={state.open} id={state.open} onClose={() => state.change({ open: undefined })} />
        )
      }
    >
      <ListTable
        fill
        list={list}
        onClear={state.isFiltered && state.clear}
        empty={<EmptyState title={t('shifts:empty')} help={t('shifts:emptyHelp')} />}
        label={t('shifts:list')}
        columns={columns}
        rowId={(row) => row.id}
        selectedId={state.open}
        onOpen={(row) => onOpen(row.id)}
        small={
          onPhone && (
            <RowList
              label={t('shifts:list')}
              onOpen={onOpen}
              rows={list.rows.map((row) => ({
                id: row.id,
                title: row.cashierName,
                detail: [formatMoment(row.openedAt), branchName(row)].join(apart),
                figure: <Amount amountMinor={row.sums.totalMinor} />,
                status: stateText(row, t),
              }))}
            />
          )
        }
      />
    </Page>
  );
}

/** One shift: its sum, what is not in it, its slip; an open one can be closed by who runs the branch. */
function Beside({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['shifts', 'errors']);
  const query = useShift(id);
  const mayClose = useMay(closeShift);
  const close = useCommand(closeShift, { changes: shiftChanges, done: () => t('shifts:close.done') });
  return (
    <DockedDrawer title={t('shifts:title')} onClose={onClose}>
      <Loaded of={query} rows={8} missing={<MissingState title={t('errors:notFound')} />}>
        {(shift) => (
          <>
            <ShiftSum shift={shift} />
            <div className={classes['actions']}>
              {mayClose && shift.closedAt === null && (
                <CommandButton
                  command={close}
                  args={{ params: { id } }}
                  variant="default"
                  size="lg"
                  question={{
                    title: t('shifts:close.title'),
                    help: t('shifts:close.help'),
                    confirmLabel: t('shifts:close.button'),
                  }}
                >
                  {t('shifts:close.button')}
                </CommandButton>
              )}
              <ShiftPaper shift={shift} />
            </div>
          </>
        )}
      </Loaded>
    </DockedDrawer>
  );
}
