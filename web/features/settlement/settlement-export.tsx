import { Button, Menu, Text } from '@mantine/core';
import { exportJournal } from '@mizan/contract/journal.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { exportSettlement, type getSettlementTable } from '@mizan/contract/settlement-table.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { showToast } from '../../ui/toasts.tsx';
import { daysOf } from './settlement-sums.ts';

/** The rows that show, as a file, and the accountant's journal of their month. */
export function SettlementExport({
  asked,
  month,
}: {
  asked: RouteArgs<typeof getSettlementTable>['query'];
  /** 'YYYY-MM'; absent while nobody knows which one shows. */
  month: string | undefined;
}) {
  const { t } = useTranslation('settlement');
  const [isBusy, setIsBusy] = useState(false);
  async function save(file: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await file();
    } catch {
      showToast({ tone: 'error', title: t('settlement:table.exportFailed') });
    } finally {
      setIsBusy(false);
    }
  }
  const saveRows = (format: 'csv' | 'xlsx') =>
    save(() => download(exportSettlement, { query: { ...asked, format, lang: language } }));
  const days = month === undefined ? [] : daysOf(month);
  const [from, to] = [days[0], days.at(-1)];
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
        <Menu.Item onClick={() => void saveRows('xlsx')}>{t('settlement:table.exportXlsx')}</Menu.Item>
        <Menu.Item onClick={() => void saveRows('csv')}>{t('settlement:table.exportCsv')}</Menu.Item>
        {from && to && (
          <>
            <Menu.Divider />
            <Menu.Item
              onClick={() =>
                void save(() => download(exportJournal, { query: { from, to, lang: language } }))
              }
            >
              {t('settlement:table.exportJournal')}
              <Text size="xs" c="dimmed">
                {t('settlement:table.exportJournalHelp')}
              </Text>
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
