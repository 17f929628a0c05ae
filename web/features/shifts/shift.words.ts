import type { ShiftRow } from '@mizan/contract/shifts.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { formatDateTime, formatNumber, formatTime, riyadhDay } from '../../platform/formats.ts';

/** The time of a moment of today, else with its day. */
export const momentText = (at: string): string =>
  riyadhDay(at) === riyadhDay(new Date()) ? formatTime(at) : formatDateTime(at);

export const spanText = (
  { openedAt, closedAt }: Pick<ShiftRow, 'openedAt' | 'closedAt'>,
  t: TFunction,
): string =>
  closedAt === null
    ? t('shifts:since', { time: momentText(openedAt) })
    : t('shifts:fromTo', { from: momentText(openedAt), to: momentText(closedAt) });

/** '53 approved sales', '3 unsuccessful', '1 refund': nothing of what is not there. */
export function countsText({ sums }: Pick<ShiftRow, 'sums'>, t: TFunction): string[] {
  const of = (key: string, count: number) => t(`shifts:${key}`, { count, number: formatNumber(count) });
  return [
    of('approved', sums.sales.count),
    ...(sums.unsuccessful > 0 ? [t('shifts:unsuccessful', { number: formatNumber(sums.unsuccessful) })] : []),
    ...(sums.refunds.count > 0 ? [of('refunds', sums.refunds.count)] : []),
  ];
}

/** Why a change of a shift was refused, where there is more to say than the portal's common words. */
export function shiftRefusal(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const { reason, tid } = error.details;
  return typeof reason === 'string' ? t(`shifts:refused.${reason}`, { tid: String(tid ?? '') }) : undefined;
}

export const stateText = ({ closedAs }: Pick<ShiftRow, 'closedAs'>, t: TFunction): string =>
  t(`shifts:state.${closedAs ?? 'OPEN'}`);
