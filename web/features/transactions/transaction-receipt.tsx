import { ActionIcon, SegmentedControl } from '@mantine/core';
import { getLogo } from '@mizan/contract/business.ts';
import {
  downloadReceipt,
  getReceipt,
  type Receipt,
  type SlipCopy,
  slipCopies,
} from '@mizan/contract/receipts.ts';
import { IconFileTypePdf, IconMail, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { usePicture } from '../../platform/picture.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PrintedReceipt, printReceipt, ReceiptSlip } from '../../ui/receipt.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { ReceiptLink } from './receipt-link.tsx';
import classes from './transaction-receipt.module.css';

const ReceiptMail = lazyPart(() => import('./receipt-mail.tsx'));

/** The bilingual slip of a transaction: to read, to print, to keep, and to hand to the customer. */
export default function TransactionReceipt({ id }: { id: string }) {
  const { t } = useTranslation(['transactions', 'receipt']);
  const query = useQuery(routeQuery(getReceipt, { params: { id } }, { live: ['TRX', 'PAY'] }));
  const [copy, setCopy] = useState<SlipCopy>('customer');
  return (
    <section className={classes['section']} aria-label={t('transactions:columns.receipt')}>
      <div className={classes['head']}>
        <h3>{t('transactions:columns.receipt')}</h3>
        {query.data?.slip && <Ways id={id} copy={copy} />}
      </div>
      <Loaded of={query} rows={8}>
        {(receipt) => <Shown id={id} receipt={receipt} copy={copy} onCopy={setCopy} />}
      </Loaded>
    </section>
  );
}

interface ShownProps {
  id: string;
  receipt: Receipt;
  copy: SlipCopy;
  onCopy: (copy: SlipCopy) => void;
}

/** What shows is what is printed and saved. The address is the customer's: no other copy has its code. */
function Shown({ id, receipt, copy, onCopy }: ShownProps) {
  const { t } = useTranslation(['receipt', 'transactions']);
  const { noSlip, link, logoVersion } = receipt;
  const { address: logo } = usePicture(getLogo, logoVersion === null ? null : { version: logoVersion });
  const isCustomers = copy === 'customer';
  const slip = isCustomers ? receipt.slip : receipt.merchantSlip;
  if (slip === null) return <p className={classes['none']}>{t(`receipt:none.${noSlip}`)}</p>;
  const address = (isCustomers && link?.address) || null;
  const drawn = { slip, logo, address, qrLabel: t('transactions:detail.receiptCode') };
  return (
    <>
      <SegmentedControl
        fullWidth
        className={classes['copies'] ?? ''}
        aria-label={t('receipt:copy.label')}
        value={copy}
        onChange={(chosen) => onCopy(chosen as SlipCopy)}
        data={slipCopies.map((value) => ({ value, label: t(`receipt:copy.${value}`) }))}
      />
      <ReceiptSlip {...drawn} />
      <PrintedReceipt {...drawn} />
      <ReceiptLink id={id} link={link} />
    </>
  );
}

/** Paper, file and e-mail. */
function Ways({ id, copy }: { id: string; copy: SlipCopy }) {
  const { t } = useTranslation(['transactions', 'receipt']);
  const [isMailing, setMailing] = useState(false);
  async function save(): Promise<void> {
    await download(downloadReceipt, { params: { id }, query: { copy } }).catch(() =>
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
