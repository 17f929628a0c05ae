import {
  type PlaceTime,
  setPlaceTime,
  type TimeScope,
  timeThatCounts,
} from '@mizan/contract/reconcile-times.ts';
import { listTerminalStates, type TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { IconBuildingStore, IconClock, IconDeviceMobile } from '@tabler/icons-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/api-client.ts';
import { formatTime } from '../../platform/formats.ts';
import { branchNameIn } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { DailyLine } from '../../ui/daily-line.tsx';
import classes from './drawer.module.css';
import { useTerminalStates } from './terminal-reconciliation.queries.ts';

const DailyTimeForm = lazyPart(() => import('../../ui/daily-time-form.tsx'));

const shown = (time: string): string => formatTime(`2026-01-01T${time}:00+03:00`);

/** The time at which a terminal reconciles by itself, whose it is, and the two nearer ones that may be said. */
export function PlaceTimes({ terminal }: { terminal: TerminalState }) {
  const { t } = useTranslation('reconcile');
  const { data } = useTerminalStates();
  if (!data) return null;
  const counts = timeThatCounts(data, terminal);
  const branch = branchNameIn(terminal);
  const wider: TimeScope = data.placeTimes.some(
    ({ scope, placeId }) => scope === 'BRANCH' && placeId === terminal.branchId,
  )
    ? 'BRANCH'
    : 'MERCHANT';
  const lines = [
    {
      scope: 'BRANCH' as const,
      placeId: terminal.branchId,
      name: branch,
      icon: <IconBuildingStore size={18} stroke={1.6} aria-hidden="true" />,
      otherwise: 'MERCHANT' as const,
    },
    {
      scope: 'TERMINAL' as const,
      placeId: terminal.terminalId,
      name: terminal.tid,
      icon: <IconDeviceMobile size={18} stroke={1.6} aria-hidden="true" />,
      otherwise: wider,
    },
  ];
  return (
    <section className={classes['section']} aria-label={t('reconcile:daily.title')}>
      <p className={classes['counts']}>
        <IconClock size={18} stroke={1.6} aria-hidden="true" />
        {counts === null
          ? t('reconcile:place.never')
          : t(`reconcile:place.counts.${counts.scope}`, { time: shown(counts.dailyTime) })}
      </p>
      {lines.map(({ scope, placeId, name, icon, otherwise }) => (
        <OwnTime
          key={scope}
          of={{ scope, placeId }}
          name={name}
          icon={icon}
          otherwise={otherwise}
          time={
            data.placeTimes.find((each) => each.scope === scope && each.placeId === placeId)?.dailyTime ??
            null
          }
        />
      ))}
    </section>
  );
}

interface OwnTimeProps {
  of: Pick<PlaceTime, 'scope' | 'placeId'>;
  name: string;
  icon: ReactNode;
  /** Whose time counts where it has none of its own. */
  otherwise: TimeScope;
  time: string | null;
}

function OwnTime({ of, name, icon, otherwise, time }: OwnTimeProps) {
  const { t } = useTranslation('reconcile');
  const title = t(`reconcile:place.title.${of.scope}`, { name });
  return (
    <DailyLine
      icon={icon}
      name={title}
      changeLabel={title}
      renderForm={(close) => (
        <DailyTimeForm
          title={title}
          help={t('reconcile:place.help')}
          placeholder="02:30"
          time={time}
          send={(dailyTime) => call(setPlaceTime, { body: { ...of, dailyTime } })}
          changes={[listTerminalStates]}
          onClose={close}
        />
      )}
    >
      {time === null ? t(`reconcile:place.otherwise.${otherwise}`) : shown(time)}
    </DailyLine>
  );
}
