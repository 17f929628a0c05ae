import { listTerminalStates, setReconcileTime } from '@mizan/contract/terminal-reconciliation.ts';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { formatTime } from '../../platform/formats.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DailyLine } from '../../ui/daily-line.tsx';

const DailyTimeForm = lazyPart(() => import('../../ui/daily-time-form.tsx'));

/** When terminals reconcile by themselves, and the way to change it. */
export function DailyTime({ time, ownCount }: { time: string | null; ownCount: number }) {
  const { t } = useTranslation('reconcile');
  return (
    <DailyLine
      icon={<IconClock size={18} stroke={1.6} aria-hidden="true" />}
      name={t('reconcile:daily.title')}
      renderForm={(close) => (
        <DailyTimeForm
          title={t('reconcile:daily.title')}
          help={t('reconcile:daily.help')}
          placeholder="23:55"
          time={time}
          send={(dailyTime) => call(setReconcileTime, { body: { dailyTime } })}
          changes={[listTerminalStates]}
          onClose={close}
        />
      )}
    >
      {time === null
        ? t('reconcile:daily.none')
        : t(ownCount > 0 ? 'reconcile:daily.everyOther' : 'reconcile:daily.every', {
            time: formatTime(`2026-01-01T${time}:00+03:00`),
          })}
      {ownCount > 0 && ` ${t('reconcile:daily.own', { count: ownCount })}`}
    </DailyLine>
  );
}
