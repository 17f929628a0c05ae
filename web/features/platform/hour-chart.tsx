import { Button } from '@mantine/core';
import type { Health } from '@mizan/contract/platform.ts';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCompact, formatNumber } from '../../platform/formats.ts';
import { ghostBars as classes } from '../../ui/ghost-bars.ts';
import { PlainTable } from '../../ui/plain-table.tsx';
import { scaleOf } from '../../ui/round-scale.ts';
import { figureText, lastWeekday } from './figure.words.ts';

const minuteMs = 60_000;
const hourMinutes = 60;
const hourMs = hourMinutes * minuteMs;
const riyadhOffsetHours = 3;
const labelEvery = 3;
/** Lower than the dashboard's: more stands below. */
const lower = { '--picture-height': '190px' } as CSSProperties;

interface Bar {
  hour: number;
  /** Payments a minute; of the running hour over its minutes so far; null of an hour to come. */
  now: number | null;
  before: number;
  isRunning: boolean;
}

/** Payments a minute by hour of today, each with that of last week. */
function barsOf({ asOf, hours }: Health): Bar[] {
  const at = new Date(asOf);
  const running = (at.getUTCHours() + riyadhOffsetHours) % hours.length;
  const minutes = Math.max(1, (at.getTime() % hourMs) / minuteMs);
  return hours.map(({ hour, count, lastWeekCount }) => ({
    hour,
    now: hour > running ? null : count / (hour === running ? minutes : hourMinutes),
    before: lastWeekCount / hourMinutes,
    isRunning: hour === running,
  }));
}

/** The day so far as bars over the ghosts of last week's; its table has the same figures. */
export function HourChart({ health }: { health: Health }) {
  const { t } = useTranslation('platform');
  const [asTable, setAsTable] = useState(false);
  const bars = barsOf(health);
  return (
    <figure className={classes['figure']} aria-label={t('platform:chart.title')}>
      <figcaption className={classes['legend']}>
        <span data-mark="now">{t('platform:chart.title')}</span>
        <span data-mark="before">{lastWeekday(health.asOf, t)}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => setAsTable(!asTable)}
          aria-pressed={asTable}
        >
          {t('platform:chart.asTable')}
        </Button>
      </figcaption>
      <Picture bars={bars} />
      {/* A hidden table would keep its height and lengthen the page: what hides it is a box around it. */}
      <div className={asTable ? undefined : 'mz-visually-hidden'}>
        <HourTable bars={bars} day={lastWeekday(health.asOf, t)} />
      </div>
    </figure>
  );
}

function HourTable({ bars, day }: { bars: readonly Bar[]; day: string }) {
  const { t } = useTranslation('platform');
  return (
    <PlainTable label={t('platform:chart.title')}>
      <thead>
        <tr>
          <th scope="col">{t('platform:chart.hour')}</th>
          <th scope="col" data-align="figure">
            {t('platform:chart.today')}
          </th>
          <th scope="col" data-align="figure">
            {day}
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ hour, now, before }) => (
          <tr key={hour}>
            <th scope="row">{formatNumber(hour)}</th>
            <td data-align="figure">{figureText('payments', now, t)}</td>
            <td data-align="figure">{figureText('payments', before, t)}</td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}

function Picture({ bars }: { bars: readonly Bar[] }) {
  const lines = scaleOf(Math.max(...bars.flatMap(({ now, before }) => [now ?? 0, before])));
  const top = lines.at(-1) || 1;
  const height = (value: number): CSSProperties => ({ blockSize: `${(value / top) * 100}%` });
  return (
    <div className={classes['picture']} style={lower} aria-hidden="true">
      {lines.map((line) => (
        <div key={line} className={classes['line']} style={{ insetBlockEnd: `${(line / top) * 100}%` }}>
          <span>{formatCompact(line)}</span>
        </div>
      ))}
      <div className={classes['bars']}>
        {bars.map(({ hour, now, before, isRunning }) => (
          <div key={hour} className={classes['slot']}>
            {before > 0 && <div className={classes['ghost']} style={height(before)} />}
            {now !== null && now > 0 && (
              <div className={classes['bar']} data-open={isRunning || undefined} style={height(now)} />
            )}
            {hour % labelEvery === 0 && <span className={classes['tick']}>{formatNumber(hour)}</span>}
          </div>
        ))}
      </div>
    </div>
  );
}
