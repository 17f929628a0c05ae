import { ActionIcon } from '@mantine/core';
import { downloadReceipt, getReceipt, type Receipt } from '@mizan/contract/receipts.ts';
import { IconFileTypePdf, IconMail, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PrintedReceipt, printReceipt, ReceiptSlip } from '../../ui/receipt.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import classes from './transaction-receipt.module.css';

const ReceiptMail = lazy(() => import('./receipt-mail.tsx'));

/** The bilingual slip of a transaction: to read, to print, to keep, and to hand to the customer. */
export default function TransactionReceipt({ id }: { id: string }) {
  const { t } = useTranslation(['transactions', 'receipt']);
  const query = useQuery(routeQuery(getReceipt, { params: { id } }, { live: ['TRX', 'PAY'] }));
  return (
    <section className={classes['section']} aria-label={t('transactions:columns.receipt')}>
      <div className={classes['head']}>
        <h3>{t('transactions:columns.receipt')}</h3>
        {query.data?.slip && <Ways id={id} />}
      </div>
      <Loaded of={query} rows={8}>
        {(receipt) => <Shown id={id} receipt={receipt} />}
      </Loaded>
    </section>
  );
}

function Shown({ id, receipt: { slip, noSlip, link } }: { id: string; receipt: Receipt }) {
  const { t } = useTranslation(['receipt', 'transactions']);
  if (slip === null) return <p className={classes['none']}>{t(`receipt:none.${noSlip}`)}</p>;
  const drawn = { slip, address: link?.address ?? null, qrLabel: t('transactions:detail.receiptCode') };
  return (
    <>
      <ReceiptSlip {...drawn} />
      <PrintedReceipt {...drawn} />
      <ReceiptLink id={id} link={link} />
    </>
  );
}

/** Paper, file and e-mail. */
function Ways({ id }: { id: string }) {
  const { t } = useTranslation(['transactions', 'receipt']);
  const [isMailing, setMailing] = useState(false);
  async function save(): Promise<void> {
    await download(downloadReceipt, { params: { id } }).catch(() =>
      showToast({ tone: 'error', title: t('receipt:pdfFailed') }),
    );
  }
  return (
    <div className={classes['ways']}>
      <ActionIcon
        size="lg"
        aria-label={t('transactions:detail.printReceipt')}
        onClick={() => void printReceipt()}
      >
        <IconPrinter size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('receipt:pdf')} onClick={() => void save()}>
        <IconFileTypePdf size={18} stroke={1.6} />
      </ActionIcon>
      <ActionIcon size="lg" aria-label={t('receipt:mail.button')} onClick={() => setMailing(true)}>
        <IconMail size={18} stroke={1.6} />
      </ActionIcon>
      {isMailing && (
        <Suspense>
          <ReceiptMail id={id} onClose={() => setMailing(false)} />
        </Suspense>
      )}
    </div>
  );
}
