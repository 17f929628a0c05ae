import { Button } from '@mantine/core';
import { decideHoliday, type Holiday, type HolidayState, listHolidays } from '@mizan/contract/holidays.ts';
import { getSettlementMonth } from '@mizan/contract/settlement.ts';
import { IconCalendarPlus, IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDateTime, formatLongDate } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { wholeList } from '../../platform/list.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { columnsOf } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Page } from '../../ui/page.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import classes from './holidays.module.css';

/** Loads with its first opening. */
const HolidayDialog = lazyPart(() => import('./holiday-dialog.tsx'));
/** A span to change, or 'new' for another one. */
type Asked = Holiday | 'new' | null;

/** The days on which banks are closed, as administrators keep them: proposed ones to confirm, change or drop. */
export function HolidaysPage() {
  const { t } = useTranslation(['holidays', 'shell']);
  const query = useQuery(routeQuery(listHolidays, {}));
  const list = wholeList(query);
  const [asked, setAsked] = useState<Asked>(null);
  const columns = useMemo(() => columnsIn(t, setAsked), [t]);
  const onPhone = useIsPhone();
  return (
    <Page
      named
      title={t('shell:menu.bankDays')}
      actions={
        <Button
          leftSection={<IconCalendarPlus size={16} stroke={1.6} aria-hidden="true" />}
          onClick={() => setAsked('new')}
        >
          {t('holidays:add')}
        </Button>
      }
    >
      <p className={classes['always']}>{t('holidays:always')}</p>
      <ListTable
        list={list}
        onClear={false}
        empty={<EmptyState title={t('holidays:empty')} help={t('holidays:emptyHelp')} />}
        label={t('shell:menu.bankDays')}
        columns={columns}
        rowId={(row) => row.id}
        small={onPhone && <Rows rows={list.rows} onAsk={setAsked} />}
      />
      {asked && (
        <Suspense>
          <HolidayDialog holiday={asked === 'new' ? null : asked} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </Page>
  );
}

export const changedByHolidays = [listHolidays, getSettlementMonth];

const nameOf = (row: Holiday): string => nameIn(row);

/** 'Thursday, March 19, 2026', or from one such day to another. */
const spanText = ({ from, to }: Holiday, t: TFunction): string =>
  from === to
    ? formatLongDate(from)
    : t('holidays:span', { from: formatLongDate(from), to: formatLongDate(to) });

const looks = {
  PROPOSED: { tone: 'wait', icon: IconQuestionMark },
  CONFIRMED: { tone: 'ok', icon: IconCheck },
  DROPPED: { tone: 'neutral', icon: IconX },
} as const satisfies Record<HolidayState, object>;

function StateBadge({ state }: { state: HolidayState }) {
  const { t } = useTranslation('holidays');
  const { tone, icon: StateIcon } = looks[state];
  return (
    <ToneBadge tone={tone} icon={<StateIcon size={12} stroke={2} aria-hidden="true" />}>
      {t(`holidays:state.${state}`)}
    </ToneBadge>
  );
}

const column = columnsOf<Holiday>();

function columnsIn(t: TFunction, onAsk: (asked: Asked) => void) {
  const plain = (id: string, header: string, cell: (holiday: Holiday) => React.ReactNode) =>
    column.display({ id, header, cell: ({ row }) => cell(row.original) });
  return column.columns([
    plain('name', t('holidays:columns.name'), (each) => (
      <strong>
        <bdi>{nameOf(each)}</bdi>
      </strong>
    )),
    plain('days', t('holidays:columns.days'), (each) => spanText(each, t)),
    plain('state', t('holidays:columns.state'), (each) => <StateBadge state={each.state} />),
    plain('decided', t('holidays:columns.decided'), (each) => (
      <span className={classes['decided']}>{decidedText(each, t)}</span>
    )),
    plain('actions', t('holidays:columns.actions'), (each) => <Actions holiday={each} onAsk={onAsk} />),
  ]);
}

const decidedText = ({ decidedByName, decidedAt }: Holiday, t: TFunction): string =>
  decidedByName === null || decidedAt === null
    ? t('holidays:undecided')
    : t('holidays:decided', { name: decidedByName, at: formatDateTime(decidedAt) });

function Actions({ holiday, onAsk }: { holiday: Holiday; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('holidays');
  const { id, from, to, state } = holiday;
  const name = nameOf(holiday);
  // Of every year there is one.
  const oneOf = `${name}${apart}${spanText(holiday, t)}`;
  const decide = useCommand(decideHoliday, {
    changes: changedByHolidays,
    done: (answer) => t(`holidays:done.${answer.holiday.state}`, { name }),
  });
  const args = (next: 'CONFIRMED' | 'DROPPED') => ({ params: { id }, body: { from, to, state: next } });
  return (
    <span className={classes['actions']}>
      {state !== 'CONFIRMED' && (
        <CommandButton
          command={decide}
          args={args('CONFIRMED')}
          variant="light"
          size="compact-sm"
          name={t('holidays:named.confirm', { name: oneOf })}
        >
          {t('holidays:confirm')}
        </CommandButton>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={t('holidays:named.change', { name: oneOf })}
        onClick={() => onAsk(holiday)}
      >
        {t('holidays:change')}
      </Button>
      {state !== 'DROPPED' && (
        <CommandButton
          command={decide}
          args={args('DROPPED')}
          variant="subtle"
          size="compact-sm"
          name={t('holidays:named.drop', { name: oneOf })}
          question={{
            title: t('holidays:dropTitle', { name }),
            help: t('holidays:dropHelp'),
            confirmLabel: t('holidays:drop'),
            danger: true,
          }}
        >
          {t('holidays:drop')}
        </CommandButton>
      )}
    </span>
  );
}

function Rows({ rows, onAsk }: { rows: readonly Holiday[]; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation(['holidays', 'shell']);
  return (
    <ul className={classes['rows']} aria-label={t('shell:menu.bankDays')}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={classes['rowHead']}>
            <strong>
              <bdi>{nameOf(row)}</bdi>
            </strong>
            <StateBadge state={row.state} />
          </span>
          <span>{spanText(row, t)}</span>
          <span className={classes['quiet']}>{decidedText(row, t)}</span>
          <Actions holiday={row} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}
