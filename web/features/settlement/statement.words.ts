import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatNumber } from '../../platform/formats.ts';

const refusals = [
  'anothers',
  'otherBank',
  'noBank',
  'noSuchLine',
  'notSaid',
  'takenBack',
  'future',
  'overpaid',
  'exceeds',
  'nothingOwed',
] as const;
const unreadables = [
  'empty',
  'notStatement',
  'noSuchNames',
  'doctype',
  'xml',
  'depth',
  'noStatement',
  'severalAccounts',
  'tooManyLines',
  'encoding',
  'cut',
  'protected',
] as const;

/** Why a statement was not read or not kept. */
export function statementRefusal(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return failureText(error, t);
  if (error.code === 'tooLarge') return t('settlement:statement.tooLarge');
  const { reason, line, most } = error.details;
  const refused = refusals.find((each) => each === reason);
  if (error.code === 'conflict' && refused) return t(`settlement:statement.refused.${refused}`);
  const unreadable = unreadables.find((each) => each === reason);
  if (error.code !== 'unreadableFile') return failureText(error, t);
  if (!unreadable) return t('settlement:statement.failed');
  const values = { line: formatNumber(Number(line ?? 0)), most: formatNumber(Number(most ?? 0)) };
  return t(`settlement:statement.unreadable.${unreadable}`, values);
}
