import type { ExceptionRow } from '@mizan/contract/exceptions.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../../platform/api-client.ts';
import { formatDays } from '../../../platform/day-list.ts';

/** Reasons of the portal that have a sentence of their own. */
const reasons = [
  'state',
  'changed',
  'notAcceptable',
  'claimed',
  'secondNeeded',
  'noSecondPerson',
  'ownRequest',
  'decided',
  'sumsDiffer',
  'severalCurrencies',
  'manyToMany',
  'lineNotOpen',
  'paymentTaken',
  'paymentNotOwed',
  'otherRequest',
  'answerDay',
  'answeredLater',
  'noReturn',
  'evidenceTooMany',
  'notPreviewed',
  'tooManyRules',
] as const;

/** Why the portal refused; undefined where it is said elsewhere. */
export function refusalOf(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const reason = reasons.find((each) => each === error.details['reason']);
  return reason && t(`exceptions:refused.${reason}`);
}

/** The working days of an age by name: 'Nov 18, 19'; earlier ones are counted. */
export function agedDays(t: TFunction, { workingDays, days }: NonNullable<ExceptionRow['age']>): string {
  const named = formatDays(days, t('reconciliation:absent.comma'));
  return workingDays > days.length
    ? t('exceptions:ageMore', { days: named, count: workingDays - days.length })
    : named;
}
