import { ActionIcon, Button, Menu } from '@mantine/core';
import { exportProof } from '@mizan/contract/proof.ts';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, isApiError } from '../../platform/api-client.ts';
import { language } from '../../platform/language.ts';
import { useIsPhone } from '../../ui/screen-width.ts';
import { showToast } from '../../ui/toasts.tsx';
import type { AskedProof } from './proof.search.ts';

/** The proof that shows, with what each cause is made of, as a paper or a workbook. */
export function ProofExport({ asked }: { asked: AskedProof }) {
  const { t } = useTranslation('proof');
  const onPhone = useIsPhone();
  const [isBusy, setIsBusy] = useState(false);
  async function save(format: 'pdf' | 'xlsx'): Promise<void> {
    setIsBusy(true);
    try {
      await download(exportProof, { query: { ...asked, format, lang: language } });
    } catch (error) {
      const isTooLarge = isApiError(error) && error.code === 'tooLarge';
      showToast({ tone: 'error', title: t(`proof:export.${isTooLarge ? 'tooLarge' : 'failed'}`) });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        {onPhone ? (
          <ActionIcon variant="default" size={36} loading={isBusy} aria-label={t('proof:export.label')}>
            <IconDownload size={18} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
          >
            {t('proof:export.label')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {(['pdf', 'xlsx'] as const).map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`proof:export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
