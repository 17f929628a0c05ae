import { Button } from '@mantine/core';
import { paths } from '@mizan/contract/paths.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { RefundAmount } from './refund-amount.tsx';
import classes from './refund-drawer.module.css';
import { useMayRefundOf } from './refund-rights.ts';
import { RefundBadge } from './refund-state.tsx';
import { useRefundsOf } from './refunds.queries.ts';

/** Beside a purchase: what was given back of it or is about to be, and the way to give back more. */
export default function PurchaseRefunds({
  originalId,
  terminalId,
}: {
  originalId: string;
  terminalId: string;
}) {
  const { t } = useTranslation('refunds');
  const navigate = useNavigate();
  const mayRefund = useMayRefundOf(terminalId);
  const answer = useRefundsOf(originalId).data;
  const rows = answer?.rows ?? [];
  const open = (search: object) => void navigate({ to: paths.refunds, search: search as never });
  return (
    <section className={classes['ofPurchase']} aria-label={t('refunds:purchase.title')}>
      {rows.length > 0 && (
        <>
          <h3>{t('refunds:purchase.title')}</h3>
          <RowList
            label={t('refunds:purchase.title')}
            onOpen={(id) => open({ originalId, open: id })}
            rows={rows.map((row) => ({
              id: row.id,
              title: <Identifier hash>{row.id}</Identifier>,
              detail: formatMoment(row.createdAt),
              figure: <RefundAmount row={row} />,
              status: <RefundBadge refund={row} />,
            }))}
          />
          {answer?.nextCursor && (
            <Link to={paths.refunds} search={{ originalId } as never}>
              {t('refunds:purchase.all')}
            </Link>
          )}
        </>
      )}
      {mayRefund && (
        <Button variant="default" onClick={() => open({ of: originalId })}>
          {t('refunds:purchase.refund')}
        </Button>
      )}
    </section>
  );
}
