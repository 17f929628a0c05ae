import { Button, Menu, Text } from '@mantine/core';
import { exportJournal, type JournalLayout, journalLayouts } from '@mizan/contract/journal.ts';
import type { RouteArgs } from '@mizan/contract/route.ts';
import { exportSettlement, type getSettlementTable } from '@mizan/contract/settlement-table.ts';
import { IconDownload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { showToast } from '../../ui/toasts.tsx';
import { daysOf } from './settlement-sums.ts';

const JournalAccountsDialog = lazyPart(() => import('./journal-accounts.tsx'));

const journalTexts = {
  general: 'settlement:table.exportJournal',
  odoo: 'settlement:table.exportJournalOdoo',
  erpnext: 'settlement:table.exportJournalErpnext',
} as const;

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
  /** What a layout of the journal lacks; null while its accounts are not on the screen. */
  const [missing, setMissing] = useState<readonly string[] | null>(null);
  async function save(file: () => Promise<void>): Promise<void> {
    setIsBusy(true);
    try {
      await file();
    } catch (error) {
      const { reason, missing: lacks } = isApiError(error) ? error.details : {};
      if (reason === 'accounts') setMissing(String(lacks).split(','));
      else {
        const title =
          reason === 'currency' ? 'settlement:accounts.currency' : 'settlement:table.exportFailed';
        showToast({ tone: 'error', title: t(title) });
      }
    } finally {
      setIsBusy(false);
    }
  }
  const saveRows = (format: 'csv' | 'xlsx') =>
    save(() => download(exportSettlement, { query: { ...asked, format, lang: language } }));
  const days = month === undefined ? [] : daysOf(month);
  const [from, to] = [days[0], days.at(-1)];
  return (
    <>
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
              <JournalItems
                onChoose={(layout) =>
                  void save(() => download(exportJournal, { query: { from, to, lang: language, layout } }))
                }
              />
            </>
          )}
          <Menu.Divider />
          <Menu.Item onClick={() => setMissing([])}>{t('settlement:table.journalAccounts')}…</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {missing !== null && <JournalAccountsDialog missing={missing} onClose={() => setMissing(null)} />}
      </Suspense>
    </>
  );
}

/** The journal in each layout. */
function JournalItems({ onChoose }: { onChoose: (layout: JournalLayout) => void }) {
  const { t } = useTranslation('settlement');
  return journalLayouts.map((layout) => (
    <Menu.Item key={layout} onClick={() => onChoose(layout)}>
      {t(journalTexts[layout])}
      {layout === 'general' && (
        <Text size="xs" c="dimmed">
          {t('settlement:table.exportJournalHelp')}
        </Text>
      )}
    </Menu.Item>
  ));
}
