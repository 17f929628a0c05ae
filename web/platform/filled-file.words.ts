import type { TFunction } from 'i18next';
import { isApiError } from './api-client.ts';
import { formatNumber } from './formats.ts';

/** A stranger's words inside a sentence of ours: they stay together, whichever way either of them runs. */
export const together = (text: string): string => `\u2068${text}\u2069`;

const refusals: ReadonlySet<unknown> = new Set([
  'format',
  'notTable',
  'columns',
  'unknownColumn',
  'columnTwice',
  'moreSheets',
  'empty',
  'tooManyRows',
  'encoding',
  'cut',
  'protected',
  'expands',
]);
const megabyte = 1024 * 1024;

/** How large a file may be, as the texts have it. */
export const limitsOf = ({ lines, fileBytes }: { lines: number; fileBytes: number }) => ({
  lines: formatNumber(lines),
  mb: formatNumber(fileBytes / megabyte),
});

/** Why a file by a template was not read; undefined where the portal says nothing of its own. Needs the texts 'bulk'. */
export function unreadText(
  error: unknown,
  t: TFunction,
  most: { lines: number; fileBytes: number },
): string | undefined {
  if (!isApiError(error)) return undefined;
  const named = (detail: string): string => together(String(error.details[detail] ?? ''));
  const limits = { ...limitsOf(most), column: named('column'), sheet: named('sheet') };
  if (error.code === 'tooLarge') return t('bulk:refused.tooLarge', limits);
  if (error.code !== 'unreadableFile') return undefined;
  const { reason } = error.details;
  return t(`bulk:refused.${refusals.has(reason) ? String(reason) : 'other'}`, limits);
}
