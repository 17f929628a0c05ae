import { TextInput } from '@mantine/core';
import { addVat, listVat, type VatRow, vatNoteMax, withdrawVat } from '@mizan/contract/vat-settings.ts';
import { IconCalendarClock, IconCheck, IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { formatDate, formatDateTime, formatPercent } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ToneBadge } from '../../ui/tone-badge.tsx';
import { numberFrom } from './number-texts.ts';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

const changes = [...settingsChanges, listVat];
const reasons = ['dayBegun', 'taken', 'same', 'tooMany'] as const;

/** VAT on fees with the days from which it holds: rows are added, and taken back before they begin. */
export function VatSection() {
  const { t } = useTranslation('portal');
  const query = useQuery(routeQuery(listVat, {}, { live: ['SET'] }));
  return (
    <section className={classes['part']} aria-labelledby="portal-vat">
      <h2 id="portal-vat">
        {t('portal:vat.title')}
        <TermHelp term="vat" name={t('portal:vat.title')} />
      </h2>
      <p className={classes['quiet']}>{t('portal:vat.help')}</p>
      <Loaded of={query} rows={3}>
        {({ rows, today, firstDay }) => (
          <>
            <VatRows rows={rows} today={today} firstDay={firstDay} />
            <VatForm key={rows[0]?.id} firstDay={firstDay} />
          </>
        )}
      </Loaded>
    </section>
  );
}

type State = 'now' | 'coming' | 'ended' | 'withdrawn';
const look = { size: 12, stroke: 2, 'aria-hidden': true } as const;
const marks = {
  now: { tone: 'ok', icon: <IconCheck {...look} /> },
  coming: { tone: 'progress', icon: <IconCalendarClock {...look} /> },
  ended: { tone: 'wait', icon: <IconMinus {...look} /> },
  withdrawn: { tone: 'wait', icon: <IconMinus {...look} /> },
} as const;

function VatRows({ rows, today, firstDay }: { rows: readonly VatRow[]; today: string; firstDay: string }) {
  const { t } = useTranslation('portal');
  const standing = rows.filter(({ withdrawnAt }) => withdrawnAt === null);
  const nowId = standing.find(({ validFrom }) => validFrom <= today)?.id;
  const stateOf = (row: VatRow): State => {
    if (row.withdrawnAt !== null) return 'withdrawn';
    if (row.id === nowId) return 'now';
    return row.validFrom > today ? 'coming' : 'ended';
  };
  return (
    <ul className={classes['rows']}>
      {rows.map((row) => {
        const state = stateOf(row);
        return (
          <li key={row.id}>
            <span className={classes['rowText']}>
              <span className={classes['term']}>
                {formatPercent(row.vatBps)}{' '}
                <ToneBadge {...marks[state]}>{t(`portal:vat.state.${state}`)}</ToneBadge>
              </span>
              <span className={classes['quiet']}>{sinceText(row, t)}</span>
              {row.note !== '' && <bdi className={classes['quiet']}>{row.note}</bdi>}
            </span>
            {state === 'coming' && row.validFrom >= firstDay && <Withdraw row={row} />}
          </li>
        );
      })}
    </ul>
  );
}

/** Since when, who said so, and who took it back. */
function sinceText(row: VatRow, t: ReturnType<typeof useTranslation>['t']): string {
  if (row.addedByName === null) return t('portal:vat.first');
  const said = t('portal:vat.said', {
    day: formatDate(row.validFrom),
    name: row.addedByName,
    when: formatDateTime(row.addedAt),
  });
  if (row.withdrawnAt === null) return said;
  const name = row.withdrawnByName ?? '';
  return `${said} ${t('portal:vat.withdrawn', { name, when: formatDateTime(row.withdrawnAt) })}`;
}

function Withdraw({ row }: { row: VatRow }) {
  const { t } = useTranslation('portal');
  const which = { vat: formatPercent(row.vatBps), day: formatDate(row.validFrom) };
  const command = useCommand(withdrawVat, { changes, done: () => t('portal:vat.isWithdrawn') });
  return (
    <CommandButton
      command={command}
      args={{ params: { id: row.id } }}
      variant="default"
      name={t('portal:vat.withdrawNamed', which)}
      question={{
        title: t('portal:vat.withdrawQuestion', which),
        help: t('portal:vat.withdrawHelp'),
        confirmLabel: t('portal:vat.withdrawIt'),
        danger: true,
      }}
    >
      {t('portal:vat.withdraw')}
    </CommandButton>
  );
}

function VatForm({ firstDay }: { firstDay: string }) {
  const { t } = useTranslation(['portal', 'common']);
  const form = useForm({
    start: { vat: '', validFrom: null as string | null, note: '' },
    check: ({ vat, validFrom }) => {
      const bps = numberFrom(vat, 'hundredths');
      return {
        vat: (bps === null || bps > 10_000) && t('portal:vat.percent'),
        validFrom:
          (validFrom === null && t('common:validation.required')) ||
          (validFrom !== null &&
            validFrom < firstDay &&
            t('portal:vat.refused.dayBegun', { day: formatDate(firstDay) })),
      };
    },
    send: ({ vat, validFrom, note }) =>
      call(addVat, {
        body: {
          vatBps: numberFrom(vat, 'hundredths') ?? 0,
          validFrom: validFrom ?? firstDay,
          note: note.trim(),
        },
      }),
    changes,
    onSent: () => showToast({ tone: 'success', title: t('portal:vat.added') }),
    refusal: (error) => {
      if (!isApiError(error) || error.code !== 'conflict') return undefined;
      const reason = reasons.find((each) => each === error.details['reason']);
      return reason && t(`portal:vat.refused.${reason}`, { day: formatDate(firstDay) });
    },
  });
  return (
    <Form form={form} submitLabel={t('portal:vat.add')}>
      <div className={classes['pair']}>
        <TextInput
          label={t('portal:vat.new')}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          {...form.field('vat')}
        />
        <DayInput
          label={t('portal:vat.from')}
          description={t('portal:vat.earliest', { day: formatDate(firstDay) })}
          {...form.field('validFrom')}
        />
      </div>
      <TextInput label={t('portal:vat.note')} maxLength={vatNoteMax} {...form.field('note')} />
    </Form>
  );
}
