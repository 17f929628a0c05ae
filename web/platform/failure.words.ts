import { changedMeanwhile } from '@mizan/contract/as-seen.ts';
import type { TFunction } from 'i18next';
import { isApiError, reasonOf } from './api-client.ts';
import { readSession } from './session.store.ts';

/** Why a form's change was not made, where nothing more is known of it. Needs the texts 'common'. */
export function failureText(error: unknown, t: TFunction): string {
  if (!isApiError(error)) return t('common:toast.failed');
  if (error.code === 'signedInAgain') return t('common:toast.signedInAgain');
  if (error.code === 'freshSignInNeeded') return t('common:toast.notConfirmed');
  if (reasonOf(error) === changedMeanwhile) return t('common:toast.changedMeanwhile');
  if (error.code === 'switchedOff') return t('common:toast.switchedOff');
  if (error.code === 'forbidden' && readSession()?.looksOn) return t('common:toast.lookingOn');
  if (error.code === 'network') return t(`common:toast.${wasNotSent(error) ? 'unreachable' : 'noAnswer'}`);
  return t('common:toast.failed');
}

/** Without an answer a change may have been made, unless it was never sent. */
const wasNotSent = ({ details }: { details: Record<string, unknown> }): boolean => details['unsent'] === true;
