import { Button } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../platform/formats.ts';
import classes from './terminal-reconciliation.module.css';

const TimeForm = lazy(() => import('./time-form.tsx'));

/** When terminals reconcile by themselves, and the way to change it. */
export function DailyTime({ time }: { time: string | null }) {
  const { t } = useTranslation(['reconcile', 'common']);
  const [open, setOpen] = useState(false);
  return (
    <div className={classes['daily']}>
      <IconClock size={18} stroke={1.6} aria-hidden="true" />
      <span>{t('reconcile:daily.title')}</span>
      <strong>
        {time === null
          ? t('reconcile:daily.none')
          : t('reconcile:daily.every', { time: formatTime(`2026-01-01T${time}:00+03:00`) })}
      </strong>
      <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
        {t('reconcile:daily.change')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <TimeForm time={time} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
