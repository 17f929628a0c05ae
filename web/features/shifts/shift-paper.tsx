import { Button } from '@mantine/core';
import { downloadShiftSlip, type ShiftDetail } from '@mizan/contract/shifts.ts';
import { IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { PrintedReceipt, printReceipt } from '../../ui/receipt.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useSlip } from './shifts.queries.ts';

/** The slip: on paper, or as a file. */
export function ShiftPaper({ shift }: { shift: ShiftDetail }) {
  const { t } = useTranslation('shifts');
  const slip = useSlip(shift.id).data?.slip;
  async function save(): Promise<void> {
    await download(downloadShiftSlip, { params: { id: shift.id } }).catch(() =>
      showToast({ tone: 'error', title: t('shifts:pdfFailed') }),
    );
  }
  return (
    <>
      <Button
        variant="default"
        size="lg"
        disabled={!slip}
        leftSection={<IconPrinter size={20} stroke={1.6} />}
        onClick={() => void printReceipt()}
      >
        {t(shift.closedAt === null ? 'shifts:printSoFar' : 'shifts:print')}
      </Button>
      <Button
        variant="subtle"
        size="lg"
        leftSection={<IconFileTypePdf size={20} stroke={1.6} />}
        onClick={() => void save()}
      >
        {t('shifts:pdf')}
      </Button>
      {slip && <PrintedReceipt slip={slip} address={null} qrLabel="" />}
    </>
  );
}
