import { Button } from '@mantine/core';
import type { Receipt } from '@mizan/contract/receipts.ts';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PrintedReceipt, printReceipt } from './receipt.tsx';

/** Prints both copies of a slip, the customer's with its code; nothing where there is no slip. */
export default function PrintReceipt({
  receipt,
  logo,
  size,
}: {
  receipt: Receipt | null;
  logo: string | null;
  size: 'md' | 'lg';
}) {
  const { t } = useTranslation('transactions');
  if (!receipt?.slip) return null;
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconPrinter size={18} stroke={1.6} />}
        onClick={() => void printReceipt()}
      >
        {t('transactions:detail.printReceipt')}
      </Button>
      <PrintedReceipt
        slip={receipt.slip}
        second={receipt.merchantSlip}
        logo={logo}
        address={receipt.link?.address ?? null}
        qrLabel={t('transactions:detail.receiptCode')}
      />
    </>
  );
}
