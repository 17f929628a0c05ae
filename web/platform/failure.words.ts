import type { TFunction } from 'i18next';
import { isApiError } from './api.client.ts';

/** Why a form's change was not made, where nothing more is known of it. Needs the texts 'common'. */
export function failureText(error: unknown, t: TFunction): string {
  const isBack = isApiError(error) && error.code === 'signedInAgain';
  return t(isBack ? 'common:toast.signedInAgain' : 'common:toast.failed');
}
