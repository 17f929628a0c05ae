import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { Hole } from '@mizan/contract/verdict-parts.ts';
import type { TFunction } from 'i18next';
import {
  dateFormat,
  formatAmount,
  formatDay,
  formatDayRange,
  formatMoment,
  formatNumber,
  formatTime,
} from '../../../platform/formats.ts';

/** Thursday, November 19 */
const formatHoleDay = dateFormat({ weekday: 'long', month: 'long', day: 'numeric' });
const formatWeekdayAlone = dateFormat({ weekday: 'long' });

const schemeName = (t: TFunction, scheme: string): string =>
  t(`transactions:scheme.${scheme.toLowerCase()}`, { defaultValue: scheme });

/** The days of a stretch 'from/to'. */
function stretchDays(stretch: string): string {
  const [from = '', to = ''] = stretch.split('/').map((instant) => riyadhDay(new Date(instant)));
  return formatDayRange(from, to);
}

/** What a hole is of, as its row says it: 'Thursday, November 19'. */
export function holeName(t: TFunction, { kind, value }: Pick<Hole, 'kind' | 'value'>): string {
  if (kind === 'day') return formatHoleDay(value);
  if (kind === 'scheme') return schemeName(t, value);
  const shown = kind === 'withoutFile' ? stretchDays(value) : value;
  return t(`reconciliation:hole.name.${kind}`, { value: shown, count: Number(value) || 0 });
}

/** The same where room is short: the weekday alone where the file's holes lie within one week. */
export function holeShortName(t: TFunction, hole: Hole, others: readonly Hole[]): string {
  if (hole.kind !== 'day') return holeName(t, hole);
  const days = others.flatMap(({ kind, value }) => (kind === 'day' ? Date.parse(value) : []));
  const isOneWeek = Math.max(...days) - Math.min(...days) < 7 * 86_400_000;
  return isOneWeek ? formatWeekdayAlone(hole.value) : formatDay(hole.value);
}

/** The name of the bridge's step for a hole, or for several that share one. */
export function holeStepName(t: TFunction, [hole, second]: readonly Hole[], all: readonly Hole[]): string {
  if (!hole || second) return t('reconciliation:hole.step.more');
  return t(`reconciliation:hole.step.${hole.kind}`, { name: holeShortName(t, hole, all) });
}

/** What is known of a hole beside its counts. */
export function holeHelp(t: TFunction, hole: Hole): string {
  const { kind, value, count, earlierCount, hereCount, waitsCount, missingCount, outsideMinor } = hole;
  const confirmed = earlierCount + hereCount;
  const whole = confirmed + waitsCount + missingCount;
  if (kind === 'withoutFile')
    return t('reconciliation:hole.help.withoutFile', {
      payments: t('units:transaction', { count }),
      amount: formatAmount(outsideMinor),
    });
  if (kind === 'rejectedLines' || kind === 'undecidedSums' || kind === 'nearLines')
    return t(`reconciliation:hole.help.${kind}`, { lines: t('units:line', { count }) });
  if (kind === 'sameDay')
    return t('reconciliation:hole.help.sameDay', { payments: t('units:transaction', { count }) });
  if (kind === 'linesOfTotal' || kind === 'linesOfPayout')
    return t(`reconciliation:hole.help.${kind}`, { amount: formatAmount(Number(value), { signed: true }) });
  if (kind === 'notCompared' || kind === 'feeLines')
    return t(`reconciliation:hole.help.${kind}`, { amount: formatAmount(Number(value)) });
  if (kind === 'vatAlone')
    return t('reconciliation:hole.help.vatAlone', {
      amount: formatAmount(Number(value), { signed: true }),
      lines: t('units:line', { count }),
    });
  if (kind === 'unreadColumn')
    return t('reconciliation:hole.help.unreadColumn', { lines: t('units:line', { count }) });
  if (kind === 'figuresBeyond')
    return t('reconciliation:hole.help.figuresBeyond', { figures: formatNumber(count) });
  if (kind === 'countOfTotal')
    return t('reconciliation:hole.help.countOfTotal', { lines: formatNumber(Number(value)) });
  if (kind === 'partOfFile' || kind === 'sheet') return t(`reconciliation:hole.help.${kind}`, { value });
  if (kind === 'part' || whole === 0) return '';
  const payments = t('units:transaction', { count: whole });
  return confirmed === 0
    ? t('reconciliation:hole.help.none', { payments })
    : t('reconciliation:hole.help.some', { payments, confirmed: formatNumber(confirmed) });
}

/** 'Past their due day: 3.' */
export const holeMissing = (t: TFunction, { missingCount }: Hole): string =>
  t('reconciliation:hole.help.missing', { missing: formatNumber(missingCount) });

/** Whether its payments past their due day are those of one place; the smaller holes together are of several. */
export const isOnePlace = ({ kind }: Pick<Hole, 'kind'>): boolean =>
  kind === 'day' || kind === 'terminal' || kind === 'scheme';

/** What to ask the bank for, as the table says it. */
export function holeAsk(t: TFunction, hole: Hole, coverage: BankFileResult['coverage']): string {
  const { kind, value, edge, edgeAt, from, to } = hole;
  if (kind !== 'day') {
    const shown = {
      scheme: schemeName(t, value),
      withoutFile: kind === 'withoutFile' ? stretchDays(value) : '',
    };
    return t(`reconciliation:hole.ask.${kind}`, { value: shown[kind as keyof typeof shown] || value });
  }
  if (edge && edgeAt) {
    const asked = t(`reconciliation:hole.ask.${edge}`, { time: formatTime(edgeAt) });
    const batch = edge === 'after' ? newestBatch(hole, coverage) : null;
    return batch === null ? asked : `${asked} ${t('reconciliation:hole.ask.batch', { batch })}`;
  }
  if (from === null || to === null) return '';
  return from === to
    ? t('reconciliation:hole.ask.one', { time: formatMoment(from) })
    : t('reconciliation:hole.ask.between', { from: formatMoment(from), to: formatMoment(to) });
}

/** The newest batch in the file of the terminals that wait; null where they differ, or the file names none. */
function newestBatch({ terminals }: Hole, coverage: BankFileResult['coverage']): string | null {
  const newest = new Set(
    terminals.map(({ tid }) => coverage?.batches.find((batch) => batch.tid === tid)?.highest ?? null),
  );
  const [only = null] = newest;
  return newest.size === 1 && only !== null ? String(only) : null;
}
