import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';

const known: ReadonlySet<unknown> = new Set([
  'taken',
  'ownersOnly',
  'lastOwner',
  'self',
  'otherKind',
  'branchMissing',
  'inactive',
]);

/** Why the portal refused a change of people or branches; undefined where it says nothing of its own. */
export function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error) || error.code !== 'conflict') return undefined;
  const { reason } = error.details;
  return known.has(reason) ? t(`management:refused.${reason}`) : undefined;
}
