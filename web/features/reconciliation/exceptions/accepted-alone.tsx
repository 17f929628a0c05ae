import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../platform/formats.ts';

/** Beside the limit: what the reader accepted alone in the last 24 hours counts against it. */
export function AcceptedAlone({ aloneMinor }: { aloneMinor: number }) {
  const { t } = useTranslation('exceptions');
  return t('exceptions:accept.counted', { amount: formatAmount(aloneMinor) });
}
