import {
  bulkLimits,
  type LineChange,
  type LineProblem,
  problemWord,
  saysNearest,
} from '@mizan/contract/bulk.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { limitsOf, together, unreadText } from '../../platform/filled-file.words.ts';
import { formatNumber } from '../../platform/formats.ts';
import { type OfferedPlaces, placeName } from '../../platform/offered-places.ts';

const shaped = ['branchCode', 'username', 'email', 'terminalId', 'mapUrl'] as const;

/** What is wrong with a line, with what would be right where something is near. */
export function problemText({ field, code, value, nearest, line }: LineProblem, t: TFunction): string {
  const said = t(`bulk:problem.${problemWord({ code, nearest })}`, {
    field: t(`bulk:column.${field}`),
    value: together(value),
    nearest: nearest === null ? '' : together(nearest),
    line: line === null ? '' : formatNumber(line),
    shape: t(`bulk:shape.${shaped.find((each) => each === field) ?? 'other'}`),
  });
  return nearest === null || saysNearest(code)
    ? said
    : `${said} ${t('bulk:nearest', { nearest: together(nearest) })}`;
}

/** A value of a change as people read it: codes of roles and regions by their names. */
export function valueText({ field }: LineChange, value: string, t: TFunction, places: OfferedPlaces): string {
  if (value === '') return t('bulk:empty');
  if (field === 'role') return t(`management:role.${value}`);
  return field === 'region' ? placeName(places, field, value) : value;
}

/** Why a file was not read; undefined where the portal says nothing of its own. */
export const refusalText = (error: unknown, t: TFunction): string | undefined =>
  unreadText(error, t, bulkLimits);

export const limitsText = (t: TFunction): string => t('bulk:upload.limit', limitsOf(bulkLimits));

const conflicts: ReadonlySet<unknown> = new Set(['state', 'nothing', 'rejected', 'running', 'used']);

/** Why a command on a file was refused; undefined where there is nothing of its own to say. */
export function conflictText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict' || !conflicts.has(error.details['reason']))
    return undefined;
  const used = Number(error.details['used'] ?? 0);
  return t(`bulk:conflict.${error.details['reason']}`, { count: used, number: formatNumber(used) });
}
