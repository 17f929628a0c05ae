import type { TFunction } from 'i18next';
import { isApiError } from './api.client.ts';

/** Why a form's change was not made, where nothing more is known of it. Needs the texts 'common'. */
export function failureText(error: unknown, t: TFunction): string {
  const code = isApiError(error) ? error.code : null;
  if (code === 'signedInAgain') return t('common:toast.signedInAgain');
  return t(code === 'freshSignInNeeded' ? 'common:toast.notConfirmed' : 'common:toast.failed');
}
