import { listReports, type ReportSchedule, sendReportNow, stopReport } from '@mizan/contract/reports.ts';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { apart, formatDateTime } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { Section } from '../../ui/page.tsx';
import { daysText } from './days-text.ts';
import classes from './reports.module.css';

const changes = [listReports];

/** What is sent by itself, to whom, and when the next one comes. */
export function SchedulesSection({ schedules }: { schedules: readonly ReportSchedule[] }) {
  const { t } = useTranslation('reports');
  return (
    <Section title={t('reports:sent')}>
      {schedules.length === 0 && <p className={classes['help']}>{t('reports:none')}</p>}
      <ul className={classes['list']} aria-label={t('reports:sent')}>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <ScheduleRow schedule={schedule} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ScheduleRow({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('reports');
  const { id, kind, rhythm, format, recipients, nextAt, nextFrom, nextTo } = schedule;
  // What is open is of the moment, and of no days.
  const isOpen = kind === 'EXCEPTIONS';
  const stop = useCommand(stopReport, { changes, done: () => t('reports:stopped') });
  const now = useCommand(sendReportNow, {
    changes,
    done: ({ from, to, sentTo }) =>
      isOpen
        ? t('reports:nowSentOpen', { email: sentTo })
        : t('reports:nowSent', { email: sentTo, days: daysText(from, to) }),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' ? t('reports:unconfirmed') : undefined,
  });
  const args = { params: { id } };
  return (
    <>
      <div className={classes['what']}>
        <strong>
          {t(`reports:kinds.${kind}`)}
          {apart}
          {t(`reports:formats.${format}`)}
        </strong>
        <span className={classes['help']}>
          {t(`reports:rhythms.${rhythm}`)}
          {apart}
          {t(`reports:about.${isOpen ? 'open' : rhythm}`)}
        </span>
        <span className={classes['help']}>
          {isOpen
            ? t('reports:nextOpen', { when: formatDateTime(nextAt) })
            : t('reports:next', { when: formatDateTime(nextAt), days: daysText(nextFrom, nextTo) })}
        </span>
        <span className={classes['help']}>
          {recipients.length === 0 ? (
            t('reports:nobody')
          ) : (
            <bdi>{recipients.map(({ name }) => name).join(apart)}</bdi>
          )}
        </span>
      </div>
      <div className={classes['actions']}>
        <CommandButton command={now} args={args} variant="default">
          {t('reports:now')}
        </CommandButton>
        <CommandButton
          command={stop}
          args={args}
          variant="subtle"
          question={{
            title: t('reports:stopTitle'),
            help: t('reports:stopHelp'),
            confirmLabel: t('reports:stop'),
            danger: true,
          }}
        >
          {t('reports:stop')}
        </CommandButton>
      </div>
    </>
  );
}
