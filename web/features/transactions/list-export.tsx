import { Button, Popover } from '@mantine/core';
import type { ExportSubject } from '@mizan/contract/exports.ts';
import { IconDownload } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';

const Inside = lazyPart(() => import('./export-inside.tsx'));

/** Takes what a list shows away as a file of any size, and shows how far the own files of its kind are. */
export function ListExport({ subject }: { subject: ExportSubject }) {
  const { t } = useTranslation('transactions');
  return (
    <Popover position="bottom-end" width={340} trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}>
          {t('transactions:export.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <Inside subject={subject} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
