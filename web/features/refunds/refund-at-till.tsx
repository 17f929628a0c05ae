import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMayRefundOf } from './refund-rights.ts';

/** From a payment on the terminal's screen to giving it back, where whoever looks may. */
export default function RefundAtTill({ id, terminalId }: { id: string; terminalId: string }) {
  const { t } = useTranslation('refunds');
  if (!useMayRefundOf(terminalId)) return null;
  return (
    <Button
      size="lg"
      variant="default"
      renderRoot={(props) => <Link {...props} to={paths.refunds} search={{ of: id } as never} />}
    >
      {t('refunds:purchase.refund')}
    </Button>
  );
}
