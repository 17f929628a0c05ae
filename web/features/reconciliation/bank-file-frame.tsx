import { Button, Menu } from '@mantine/core';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import {
  type BankFileDetail,
  bankFileCan,
  type EntryFilter,
  exportEntries,
} from '@mizan/contract/reconciliation.ts';
import { IconChevronLeft, IconDownload, IconFileSpreadsheet, IconMail } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { showToast } from '../../ui/toasts.tsx';
import classes from './reconciliation.module.css';
import { isRowTab, useReconciliationSearch } from './reconciliation.search.ts';
import { UndoButton } from './undo-button.tsx';

interface BankFileFrameProps {
  detail: BankFileDetail | null;
  /** The detail of an entry, docked beside the file. */
  drawer?: ReactNode;
  children: ReactNode;
}

/** The line above a bank file: the way back, the file and its lines, export and undo. */
export function BankFileFrame({ detail, drawer, children }: BankFileFrameProps) {
  const { t } = useTranslation(['reconciliation', 'units']);
  return (
    <div className={classes['frame']}>
      <div className={classes['page']}>
        <div className={classes['crumbs']}>
          <Link to="." search={{} as never} className={classes['back'] ?? ''}>
            <IconChevronLeft size={18} stroke={1.8} className="mz-mirror" aria-hidden="true" />
            {t('reconciliation:title')}
          </Link>
          {detail && (
            <>
              <span className={classes['file']}>
                <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden="true" />
                <bdi>{detail.fileName}</bdi>
              </span>
              {detail.state === 'DONE' && (
                <span className={classes['file']}>
                  {t('reconciliation:list.readRejected', {
                    read: formatNumber(detail.linesRead),
                    rejected: formatNumber(detail.linesRejected),
                  })}
                </span>
              )}
              {detail.state === 'DONE' && detail.proposal && <HowItWasRead />}
              <span className={classes['crumbActions']}>
                {bankFileCan.export(detail.state) && <ExportMenu id={detail.id} />}
                {isToAsk(detail) && <AskTheBank />}
                {bankFileCan.undo(detail.state) && <UndoButton detail={detail} />}
              </span>
            </>
          )}
        </div>
        {children}
      </div>
      {drawer}
    </div>
  );
}

/** Whether the file lacks anything that the bank can be asked for. */
const isToAsk = ({ state, result, toClaim }: BankFileDetail): boolean =>
  state === 'DONE' &&
  result !== null &&
  ((result.holes ?? []).length > 0 || toClaim.some(({ amountMinor }) => amountMinor > 0));

function AskTheBank() {
  const { t } = useTranslation('reconciliation');
  const { openLetter, isHowItWasRead } = useReconciliationSearch();
  if (isHowItWasRead) return null;
  return (
    <span className={classes['ask']}>
      <Button
        size="compact-md"
        onClick={openLetter}
        leftSection={<IconMail size={16} stroke={1.6} aria-hidden="true" />}
      >
        {t('reconciliation:ask.action')}
      </Button>
    </span>
  );
}

/** From a verdict to how its file was read, and back. */
function HowItWasRead() {
  const { t } = useTranslation('reconciliation');
  const { isHowItWasRead, showHowItWasRead, showVerdict } = useReconciliationSearch();
  return (
    <Button variant="subtle" size="compact-md" onClick={isHowItWasRead ? showVerdict : showHowItWasRead}>
      {t(`reconciliation:reading.${isHowItWasRead ? 'toVerdict' : 'howItWasRead'}`)}
    </Button>
  );
}

/** The rows that show, as a file; where rows of the file show, the exceptions. */
function ExportMenu({ id }: { id: string }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { tab } = useReconciliationSearch();
  const [busy, setBusy] = useState(false);
  const outcome: EntryFilter = tab === undefined || isRowTab(tab) ? 'exceptions' : tab;

  async function save(format: ExportFormat): Promise<void> {
    setBusy(true);
    try {
      await download(exportEntries, { params: { id }, query: { format, lang: language, outcome } });
    } catch (error) {
      const tooLarge = isApiError(error) && error.code === 'tooLarge';
      const rows = isApiError(error) ? Number(error.details['maxRows'] ?? 0) : 0;
      showToast({
        tone: 'error',
        title: tooLarge
          ? t('reconciliation:export.tooLarge', { rows: formatNumber(rows) })
          : t('reconciliation:export.failed'),
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          loading={busy}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('reconciliation:export.report')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('xlsx')}>{t('reconciliation:export.xlsx')}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{t('reconciliation:export.csv')}</Menu.Item>
        <Menu.Item onClick={() => void save('pdf')}>{t('reconciliation:export.pdf')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
