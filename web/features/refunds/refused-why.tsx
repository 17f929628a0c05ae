import type { RefundRow } from '@mizan/contract/refunds.ts';
import { useTranslation } from 'react-i18next';
import { codesText, refundNext } from '../../ui/outcome-words.ts';

/** Why the bank or the terminal gave nothing back, and what to do next; nothing where no code says why. */
export function RefusedWhy({ refund, className }: { refund: RefundRow; className?: string | undefined }) {
  const { t } = useTranslation(['refunds', 'payment', 'transactions']);
  const { state: status, providerCode, actionCode } = refund;
  const why = status === 'DECLINED' ? codesText(providerCode, actionCode, t) : null;
  if (why === null) return null;
  const next = refundNext({ status, providerCode, actionCode }, t);
  return <span className={className}>{next === null ? why : t('refunds:refusedWhy', { why, next })}</span>;
}
