import { Textarea } from '@mantine/core';
import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import {
  endMaintenanceNotice,
  type MaintenanceNotice,
  noticeDaysMax,
  noticeTextMax,
  setMaintenanceNotice,
} from '@mizan/contract/platform-settings.ts';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError, reasonOf } from '../../platform/api-client.ts';
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
  /** What it was filled from, to the second: what is sent as seen. */
  notice: MaintenanceNotice | null;
  textEn: string;
  textAr: string;
  from: string | null;
  until: string | null;
}

const valuesOf = (notice: MaintenanceNotice | null): Values => ({
  notice,
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
      <NoticeForm notice={notice} />
    </section>
  );
}

/** What saves a notice, and what takes it down. */
function useNotice(notice: MaintenanceNotice | null) {
  const { t } = useTranslation(['portal', 'common']);
  // What was taken down here is known here to be gone.
  const [ended, setEnded] = useState<MaintenanceNotice | null>(null);
  const form = useForm({
    edits: true,
    start: valuesOf(notice),
    check: (values) => problemsOf(values, t),
    send: ({ textEn, textAr, from, until }: Values, seen) =>
      call(setMaintenanceNotice, {
        body: {
          textEn: textEn.trim(),
          textAr: textAr.trim(),
          shownFrom: new Date(clockFieldMs(from)).toISOString(),
          shownUntil: new Date(clockFieldMs(until)).toISOString(),
          seen: (seen.notice !== ended && seen.notice) || {},
        },
      }),
    changes: settingsChanges,
    onSent: () => showToast({ tone: 'success', title: t('common:toast.saved') }),
    refusal: (error) =>
      isApiError(error) && error.code === 'conflict' && reasonOf(error) !== changedMeanwhile
        ? { until: t('portal:notice.over') }
        : undefined,
  });
  const end = useCommand(endMaintenanceNotice, {
    changes: settingsChanges,
    onDone: () => setEnded(notice),
    done: () => t('portal:notice.ended'),
    undo: () => async () => {
      if (notice) await call(setMaintenanceNotice, { body: { ...notice, seen: {} } });
      setEnded(null);
    },
  });
  return { form, end };
}

function NoticeForm({ notice }: { notice: MaintenanceNotice | null }) {
  const { t } = useTranslation(['portal', 'common']);
  const { form, end } = useNotice(notice);
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
