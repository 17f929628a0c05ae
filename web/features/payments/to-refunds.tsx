import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** After a refund comes the list of refunds, with this one open, and no new payment. */
export function ToRefunds({ id, variant }: { id: string; variant: 'filled' | 'default' }) {
  const { t } = useTranslation('payment');
  return (
    <Button
      size="lg"
      variant={variant}
      renderRoot={(props) => <Link {...props} to={paths.refunds} search={{ open: id } as never} />}
    >
      {t('payment:toRefunds')}
    </Button>
  );
}
