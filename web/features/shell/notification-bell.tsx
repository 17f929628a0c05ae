import { ActionIcon, Popover } from '@mantine/core';
import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { markNoticesRead, useNotices } from '../../platform/notifications.store.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { useSession } from '../../platform/session.store.ts';
import { LoadingState } from '../../ui/states.tsx';
import type { Asked } from './asked-of-me.tsx';
import classes from './notification-bell.module.css';

// What a closed bell does not show is no part of the first load.
const AskedOfMe = lazy(async () => ({ default: (await import('./asked-of-me.tsx')).AskedOfMe }));
const NoticeList = lazy(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

/** What waits for this person in the files of banks; undefined for whoever has none, and until it is known. */
function useAskedOfMe(): Asked | undefined {
  const enabled = useSession()?.role === 'MERCHANT';
  return useQuery({ ...routeQuery(getAskedOfMe, {}, { live: ['FIL'] }), enabled }).data;
}

/** The bell with its unread dot, and the list of this session's notifications. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const { items, unreadCount } = useNotices();
  const asked = useAskedOfMe();
  // What is asked stays until it is answered; a look at it does not make it less.
  const news =
    unreadCount + (asked ? asked.approval.count + asked.answerSoon.count + asked.answerMissed.count : 0);
  const [opened, setOpened] = useState(false);
  const [unreadAtOpening, setUnreadAtOpening] = useState(0);

  function toggle(open: boolean): void {
    if (open) setUnreadAtOpening(unreadCount);
    else markNoticesRead();
    setOpened(open);
  }

  return (
    <Popover opened={opened} onChange={toggle} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={32}
          className={classes['bell'] ?? ''}
          onClick={() => toggle(!opened)}
          aria-label={t('notifications:unread', { count: news })}
          aria-expanded={opened}
        >
          <IconBell size={20} stroke={1.6} />
          {news > 0 && <span className={classes['dot']} />}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('notifications:title')}>
        <Suspense fallback={<LoadingState rows={3} />}>
          {asked && news - unreadCount + asked.assigned.count > 0 && (
            <AskedOfMe asked={asked} onGo={() => toggle(false)} />
          )}
          <NoticeList
            items={items}
            unreadCount={opened ? Math.max(unreadCount, unreadAtOpening) : unreadCount}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
