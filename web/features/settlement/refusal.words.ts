import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';

/** Reasons of the portal that have a sentence of their own. */
const reasons = ['exceeds', 'nothingOwed', 'overpaid', 'future', 'alike', 'undone', 'alreadyShared'] as const;

/** Why the portal refused; undefined where it is said elsewhere. */
export function refusalOf(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const reason = reasons.find((each) => each === error.details['reason']);
  return reason && t(`settlement:refused.${reason}`);
}
