import type { RefundRow } from '@mizan/contract/refunds.ts';
import { refundRefusals } from '@mizan/contract/refunds.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { failureText } from '../../platform/failure.words.ts';
import { formatAmount } from '../../platform/formats.ts';
import { branchNameIn } from '../../platform/language.ts';

/** A name that a merchant has in both languages, in the one that shows. */
export const branchOf = (row: { branchNameEn: string; branchNameAr: string }): string => branchNameIn(row);

/** 'Goods returned: “wrong roast”'; null where a terminal began it and gave no reason. */
export function reasonText(
  { reason, note }: Pick<RefundRow, 'reason' | 'note'>,
  t: TFunction,
): string | null {
  if (reason === null) return note;
  const text = t(`refunds:reason.${reason}`);
  return note ? t('refunds:reasonWithNote', { reason: text, note }) : text;
}

/** Why the portal refused, where it named a reason; undefined where it did not. */
export function namedRefusal(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'suspended' || error.code === 'terminalBusy') return t(`refunds:refusal.${error.code}`);
  if (error.code !== 'conflict') return undefined;
  const { reason, remainderMinor, limitMinor, refundId, why, tid } = error.details;
  const known = refundRefusals.find((each) => each === reason);
  if (known === undefined) return undefined;
  return t(`refunds:refusal.${known}`, {
    amount: typeof remainderMinor === 'number' ? formatAmount(remainderMinor) : '',
    limit: typeof limitMinor === 'number' ? formatAmount(limitMinor) : '',
    id: typeof refundId === 'string' ? refundId : '',
    tid: typeof tid === 'string' ? tid : '',
    why: typeof why === 'string' ? t(`refunds:noReversal.${why}`) : '',
  });
}

/** Why the portal refused, in words, whatever it was. */
export const refusalText = (error: unknown, t: TFunction): string =>
  namedRefusal(error, t) ?? failureText(error, t);
