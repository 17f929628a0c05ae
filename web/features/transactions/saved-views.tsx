import { ActionIcon, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import type { SavedViewsProps } from './saved-views-inside.tsx';

const Inside = lazyPart(() => import('./saved-views-inside.tsx'));

/** Filters and columns under names of one's own: opened by a press, and kept from what shows. */
export function SavedViews({ state, columns }: SavedViewsProps) {
  const { t } = useTranslation('transactions');
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={320}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          size="lg"
          variant="subtle"
          aria-label={t('transactions:views.title')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBookmark size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense>
          <Inside state={state} columns={columns} onChosen={() => setOpen(false)} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
