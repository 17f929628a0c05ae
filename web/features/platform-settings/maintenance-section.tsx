import { Textarea } from '@mantine/core';
import {
  endMaintenanceNotice,
  type MaintenanceNotice,
  noticeDaysMax,
  noticeTextMax,
  setMaintenanceNotice,
} from '@mizan/contract/platform-settings.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../platform/api-client.ts';
import { useCommand } from '../../platform/command.ts';
import { useForm } from '../../platform/form.ts';
import { formatDateTime } from '../../platform/formats.ts';
import { CommandButton } from '../../ui/command-button.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { Form } from '../../ui/form.tsx';
import { clockField, clockFieldMs } from '../../ui/riyadh-clock.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './platform-settings.module.css';
import { settingsChanges } from './settings-changes.ts';

const dayMs = 24 * 60 * 60_000;

interface Values {
  textEn: string;
  textAr: string;
  from: string | null;
  until: string | null;
}

const valuesOf = (notice: MaintenanceNotice | null): Values => ({
  textEn: notice?.textEn ?? '',
  textAr: notice?.textAr ?? '',
  from: clockField(notice ? Date.parse(notice.shownFrom) : Date.now()),
  until: notice ? clockField(Date.parse(notice.shownUntil)) : null,
});

function problemsOf({ textEn, textAr, from, until }: Values, t: TFunction) {
  const required = t('common:validation.required');
  const [fromMs, untilMs] = [clockFieldMs(from), clockFieldMs(until)];
  return {
    textEn: textEn.trim() === '' && required,
    textAr: textAr.trim() === '' && required,
    from: Number.isNaN(fromMs) && required,
    until:
      (Number.isNaN(untilMs) && required) ||
      (untilMs <= fromMs && t('portal:notice.backwards')) ||
      (untilMs - fromMs > noticeDaysMax * dayMs && t('portal:notice.tooLong', { count: noticeDaysMax })),
  };
}

/** The notice over every screen: what it says in both languages, and from when until when it shows. */
export function MaintenanceSection({ notice }: { notice: MaintenanceNotice | null }) {
  const { t } = useTranslation('portal');
  return (
    <section className={classes['part']} aria-labelledby="portal-notice">
      <h2 id="portal-notice">{t('portal:notice.title')}</h2>
      <p className={classes['quiet']}>{t('portal:notice.help')}</p>
      <NoticeForm key={JSON.stringify(notice)} notice={notice} />
    </section>
  );
}

function NoticeForm({ notice }: { notice: MaintenanceNotice | null }) {
  const { t } = useTranslation(['portal', 'common']);
  const form = useForm({
    edits: notice !== null,
    start: valuesOf(notice),
    check: (values) => problemsOf(values, t),
    send: ({ textEn, textAr, from, until }: Values) =>
      call(setMaintenanceNotice, {
        body: {
          textEn: textEn.trim(),
          textAr: textAr.trim(),
          shownFrom: new Date(clockFieldMs(from)).toISOString(),
          shownUntil: new Date(clockFieldMs(until)).toISOString(),
        },
      }),
    changes: settingsChanges,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' ? { until: t('portal:notice.over') } : undefined,
  });
  const end = useCommand(endMaintenanceNotice, {
    changes: settingsChanges,
    done: () => t('portal:notice.ended'),
    undo: () => () => (notice ? call(setMaintenanceNotice, { body: notice }) : Promise.resolve()),
  });
  return (
    <>
      <p role="status" className={classes['quiet']}>
        {notice
          ? t('portal:notice.shown', {
              from: formatDateTime(notice.shownFrom),
              until: formatDateTime(notice.shownUntil),
            })
          : t('portal:notice.none')}
      </p>
      <Form form={form} submitLabel={t(notice ? 'common:actions.save' : 'portal:notice.show')}>
        <Textarea
          label={t('portal:notice.textAr')}
          dir="rtl"
          lang="ar"
          rows={2}
          maxLength={noticeTextMax}
          {...form.field('textAr')}
        />
        <Textarea
          label={t('portal:notice.textEn')}
          dir="ltr"
          lang="en"
          rows={2}
          maxLength={noticeTextMax}
          {...form.field('textEn')}
        />
        <div className={classes['pair']}>
          <DayInput withTime label={t('portal:notice.from')} {...form.field('from')} />
          <DayInput withTime label={t('portal:notice.until')} {...form.field('until')} />
        </div>
      </Form>
      {notice && (
        <div className={classes['commands']}>
          <CommandButton command={end} args={{}} variant="default">
            {t('portal:notice.end')}
          </CommandButton>
        </div>
      )}
    </>
  );
}
