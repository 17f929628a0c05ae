import { Button, Menu } from '@mantine/core';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import { type EntryFilter, exportEntries } from '@mizan/contract/reconciliation.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { formatNumber } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';
import { showToast } from '../../ui/toasts.tsx';
import { isRowTab, useReconciliationSearch } from './bank-file/reconciliation.search.ts';

/** The rows that show, as a file; where rows of the file show, the exceptions. */
export function ExportMenu({ id }: { id: string }) {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { tab, parts } = useReconciliationSearch();
  const [busy, setBusy] = useState(false);
  const outcome: EntryFilter = tab === undefined || isRowTab(tab) ? 'exceptions' : tab;

  async function save(format: ExportFormat): Promise<void> {
    setBusy(true);
    try {
      await download(exportEntries, { params: { id }, query: { format, lang: language, outcome, ...parts } });
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
