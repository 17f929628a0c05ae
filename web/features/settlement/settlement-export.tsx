import { Button, Menu } from '@mantine/core';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { exportSettlement, type getSettlementTable } from '@mizan/contract/settlement-table.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { showToast } from '../../ui/toasts.tsx';

/** The rows that show, as a file. */
export function SettlementExport({ asked }: { asked: RouteArgs<typeof getSettlementTable>['query'] }) {
  const { t } = useTranslation('settlement');
  const [isBusy, setIsBusy] = useState(false);
  async function save(format: 'csv' | 'xlsx'): Promise<void> {
    setIsBusy(true);
    try {
      await download(exportSettlement, { query: { ...asked, format, lang: language } });
    } catch {
      showToast({ tone: 'error', title: t('settlement:table.exportFailed') });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        >
          {t('settlement:table.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('xlsx')}>{t('settlement:table.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => void save('csv')}>{t('settlement:table.exportCsv')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
