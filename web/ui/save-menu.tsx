import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from './toasts.tsx';

type Format = 'csv' | 'xlsx' | 'pdf';
const formats: readonly Format[] = ['xlsx', 'csv', 'pdf'];

/** What an administrator's list shows, as a file that is saved at once. */
export function SaveMenu({ onSave }: { onSave: (format: Format) => Promise<void> }) {
  const { t } = useTranslation('admin');
  const [isBusy, setIsBusy] = useState(false);
  async function save(format: Format): Promise<void> {
    setIsBusy(true);
    try {
      await onSave(format);
    } catch {
      showToast({ tone: 'error', title: t('admin:export.failed') });
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
          {t('admin:export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {t(`admin:export.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
