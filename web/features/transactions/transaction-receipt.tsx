import { ActionIcon } from '@mantine/core';
import { getSession } from '@mizan/contract/auth.ts';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../platform/query-client.ts';
import { PrintedReceipt, printReceipt, ReceiptSlip } from '../../ui/receipt.tsx';
import classes from './transaction-receipt.module.css';

/** The bilingual slip of a mada receipt, to read and to print. */
export default function TransactionReceipt({ transaction }: { transaction: TransactionDetail }) {
  const { t } = useTranslation('transactions');
  const merchant = useQuery(routeQuery(getSession, {})).data?.merchant ?? null;
  return (
    <section className={classes['section']} aria-label={t('transactions:columns.receipt')}>
      <div className={classes['head']}>
        <h3>{t('transactions:columns.receipt')}</h3>
        <ActionIcon
          size="lg"
          aria-label={t('transactions:detail.printReceipt')}
          onClick={() => void printReceipt()}
        >
          <IconPrinter size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <ReceiptSlip transaction={transaction} merchant={merchant} />
      <PrintedReceipt transaction={transaction} merchant={merchant} />
    </section>
  );
}
