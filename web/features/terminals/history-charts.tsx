import type { TerminalHistory } from '@mizan/contract/terminal-history.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import type { TFunction } from 'i18next';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  apart,
  dateFormat,
  formatDay,
  formatNumber,
  formatPercent,
  formatSeconds,
  formatTime,
  formatWholePercent,
  isolateLtr,
} from '../../platform/formats.ts';
import classes from './history.module.css';
import {
  type Axis,
  axisOf,
  breakSpans,
  brokenMs,
  connectedBps,
  hoursOf,
  linesOf,
  marksOf,
  type Span,
  shareOf,
  unknownSpan,
} from './history-shapes.ts';

const hourMs = 3_600_000;
const formatHour = dateFormat({ hour: 'numeric' });
const hourOf = (atMs: number): string => formatHour(atMs);

const placed = ({ start, length }: Span): CSSProperties => ({
  insetInlineStart: `${start * 100}%`,
  inlineSize: `${length * 100}%`,
});

/** What the terminal said last: the history keeps one sample of some minutes, which may be older. */
export type HealthNow = Pick<TerminalRow, 'batteryPercent' | 'wifiRssi'>;

export interface HistoryChartsProps {
  history: TerminalHistory;
  hours: '24' | '168';
  now: HealthNow;
}

/** Four small pictures on one time axis, which mirrors in Arabic; a break goes through all of them. */
export function HistoryCharts({ history, hours, now }: HistoryChartsProps) {
  const { t } = useTranslation('terminals');
  const axis = axisOf(history);
  return (
    <div className={classes['charts']} role="img" aria-label={t('terminals:history.picture')}>
      <BatteryRow history={history} axis={axis} now={now} />
      <WifiRow history={history} axis={axis} now={now} />
      <LineRow history={history} axis={axis} hours={hours} />
      <PaymentsRow history={history} axis={axis} />
      <div className={classes['bands']} aria-hidden="true">
        {breakSpans(history.line.breaks, axis).map((span) => (
          <span key={span.start} style={placed(span)} />
        ))}
      </div>
      <div className={classes['axis']} aria-hidden="true">
        {marksOf(axis, hours).map((atMs) => (
          <span key={atMs} style={{ insetInlineStart: `${shareOf(atMs, axis) * 100}%` }}>
            {hours === '24' ? hourOf(atMs) : formatDay(atMs)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  name: string;
  detail: ReactNode;
  now: ReactNode;
  children: ReactNode;
}

function Row({ name, detail, now, children }: RowProps) {
  return (
    <div className={classes['row']}>
      <span className={classes['name']}>
        <strong>{name}</strong>
        <span>{detail}</span>
      </span>
      <span className={classes['plot']}>{children}</span>
      <span className={classes['now']}>{now}</span>
    </div>
  );
}

interface ChartProps {
  history: TerminalHistory;
  axis: Axis;
}
interface HealthProps extends ChartProps {
  now: HealthNow;
}

const Line = ({ path }: { path: string }) => (
  <svg className={classes['svg']} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
    <path d={path} />
  </svg>
);
const dash = '—';
/** '−58', its sign before the figure in both languages. */
const signedText = (value: number): string =>
  isolateLtr(`${value < 0 ? '−' : ''}${formatNumber(Math.abs(value))}`);
const dbmText = (value: number, t: TFunction): string =>
  t('terminals:history.dbm', { value: signedText(value) });

/** From the least to the most of them; one value all the time is no range. */
function rangeText(values: readonly number[], said: (value: number) => string, t: TFunction): string {
  if (values.length === 0) return t('terminals:history.none');
  const least = Math.min(...values);
  const most = Math.max(...values);
  return least === most
    ? said(least)
    : t('terminals:history.range', { least: said(least), most: said(most) });
}

function BatteryRow({ history: { health }, axis, now }: HealthProps) {
  const { t } = useTranslation('terminals');
  const last = now.batteryPercent ?? health.at(-1)?.batteryPercent;
  const all = [...health.map(({ batteryPercent }) => batteryPercent), ...(last === undefined ? [] : [last])];
  return (
    <Row
      name={t('terminals:telemetry.battery')}
      detail={rangeText(all, formatWholePercent, t)}
      now={last === undefined ? dash : formatWholePercent(last)}
    >
      <Line
        path={linesOf(
          health.map(({ at, batteryPercent }) => ({ at, value: batteryPercent })),
          axis,
          { least: 0, most: 100 },
        )}
      />
      {chargingSpans(health, axis).map((span) => (
        <span
          key={span.start}
          className={classes['charging']}
          style={placed(span)}
          title={t('terminals:history.charging')}
        />
      ))}
    </Row>
  );
}

/** Neighbouring samples that were charging, as spans. */
function chargingSpans(health: TerminalHistory['health'], axis: Axis): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const { at, charging } of health) {
    if (!charging) continue;
    const fromMs = Date.parse(at);
    const toMs = Math.min(axis.toMs, fromMs + 600_000);
    const last = spans.at(-1);
    if (last && fromMs - last.toMs <= 600_000) last.toMs = toMs;
    else spans.push({ fromMs, toMs });
  }
  return spans.map(({ fromMs, toMs }) => ({
    start: shareOf(fromMs, axis),
    length: shareOf(toMs, axis) - shareOf(fromMs, axis),
  }));
}

function WifiRow({ history: { health }, axis, now }: HealthProps) {
  const { t } = useTranslation('terminals');
  const last = now.wifiRssi ?? health.at(-1)?.wifiRssi ?? null;
  const all = [...health.flatMap(({ wifiRssi }) => wifiRssi ?? []), ...(last === null ? [] : [last])];
  const dbm = (value: number): string => dbmText(value, t);
  return (
    <Row
      name={t('terminals:telemetry.wifi')}
      detail={rangeText(all, dbm, t)}
      now={last === null ? dash : dbm(last)}
    >
      <Line
        path={linesOf(
          health.map(({ at, wifiRssi }) => ({ at, value: wifiRssi })),
          axis,
          { least: -100, most: -30 },
        )}
      />
    </Row>
  );
}

function LineRow({ history: { line }, axis, hours }: ChartProps & { hours: '24' | '168' }) {
  const { t } = useTranslation('terminals');
  const bps = connectedBps(line, axis);
  const unknown = unknownSpan(line, axis);
  const lost = brokenMs(line.breaks, axis) / 1_000;
  const breaks =
    line.breaks.length === 0
      ? t('terminals:history.noBreak')
      : t('terminals:history.breaks', { count: line.breaks.length, time: formatSeconds(lost) });
  // Of a terminal that came within these hours nothing is said of the time before.
  const since = (knownFrom: string): string =>
    t('terminals:history.since', { from: hours === '24' ? formatTime(knownFrom) : formatDay(knownFrom) });
  const known = unknown && line.knownFrom ? [breaks, since(line.knownFrom)].join(apart) : breaks;
  return (
    <Row
      name={t('terminals:columns.connection')}
      detail={bps === null ? t('terminals:history.none') : known}
      now={bps === null ? dash : formatPercent(bps)}
    >
      {bps !== null && <span className={classes['line']} style={placed(invert(unknown))} />}
      {breakSpans(line.breaks, axis).map((span) => (
        <span key={span.start} className={classes['break']} style={placed(span)} />
      ))}
    </Row>
  );
}

const invert = (unknown: Span | null): Span =>
  unknown ? { start: unknown.length, length: 1 - unknown.length } : { start: 0, length: 1 };

function PaymentsRow({ history: { payments }, axis }: ChartProps) {
  const { t } = useTranslation('terminals');
  const all = payments.reduce((sum, { approved }) => sum + approved, 0);
  const most = Math.max(1, ...payments.map(({ approved }) => approved));
  const last = payments.find(({ hour }) => Date.parse(hour) + hourMs > axis.toMs);
  return (
    <Row
      name={t('terminals:history.payments')}
      detail={t('terminals:history.approved', { count: all })}
      now={formatNumber(last?.approved ?? 0)}
    >
      {payments.map(({ hour, approved }) => {
        const fromMs = Date.parse(hour);
        const start = shareOf(fromMs, axis);
        const length = shareOf(fromMs + hourMs, axis) - start;
        return (
          <span
            key={hour}
            className={classes['bar']}
            style={{ ...placed({ start, length: length * 0.8 }), blockSize: `${(approved / most) * 100}%` }}
          />
        );
      })}
    </Row>
  );
}

/** The same figures in rows of an hour, for those who read them instead. */
export function HistoryTable({ history }: { history: TerminalHistory }) {
  const { t } = useTranslation(['terminals', 'common']);
  const axis = axisOf(history);
  return (
    <table className={classes['table']} aria-label={t('terminals:history.picture')}>
      <thead>
        <tr>
          <th scope="col">{t('terminals:history.hour')}</th>
          <th scope="col">{t('terminals:telemetry.battery')}</th>
          <th scope="col">{t('terminals:telemetry.wifi')}</th>
          <th scope="col">{t('terminals:history.notConnected')}</th>
          <th scope="col">{t('terminals:history.payments')}</th>
        </tr>
      </thead>
      <tbody>
        {hoursOf(axis)
          .toReversed()
          .map((atMs) => (
            <HourRow key={atMs} history={history} atMs={atMs} axis={axis} />
          ))}
      </tbody>
    </table>
  );
}

function HourRow({ history, atMs, axis }: ChartProps & { atMs: number }) {
  const { t } = useTranslation('terminals');
  const hour: Axis = { fromMs: atMs, toMs: Math.min(atMs + hourMs, axis.toMs) };
  const isIn = (at: string): boolean =>
    Date.parse(at) >= hour.fromMs && Date.parse(at) < hour.fromMs + hourMs;
  const sample = history.health.findLast(({ at }) => isIn(at));
  const { knownFrom, breaks } = history.line;
  const isKnown = knownFrom !== null && Date.parse(knownFrom) < hour.toMs;
  const lostSeconds = brokenMs(breaks, hour) / 1_000;
  const payments = history.payments.find(({ hour: of }) => isIn(of));
  return (
    <tr>
      <th scope="row">
        {formatDay(atMs)} {formatTime(atMs)}
      </th>
      <td>{sample ? formatWholePercent(sample.batteryPercent) : dash}</td>
      <td>{sample && sample.wifiRssi !== null ? dbmText(sample.wifiRssi, t) : dash}</td>
      <td>{!isKnown || lostSeconds === 0 ? dash : formatSeconds(lostSeconds)}</td>
      <td>{formatNumber(payments?.approved ?? 0)}</td>
    </tr>
  );
}
