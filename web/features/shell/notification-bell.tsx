import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../platform/lazy-part.ts';
import { markNoticesRead, useNoticeState } from '../../platform/notifications.store.ts';
import { useSession } from '../../platform/session.store.ts';
import { LoadingState } from '../../ui/states.tsx';
import { useAskedOfMe } from './asked-of-me.queries.ts';
import type { Asked } from './asked-of-me.tsx';
import classes from './notification-bell.module.css';

// What a closed bell does not show is no part of the first load.
const AskedOfMe = lazyPart(async () => ({ default: (await import('./asked-of-me.tsx')).AskedOfMe }));
const NoticeList = lazyPart(async () => ({ default: (await import('./notice-list.tsx')).NoticeList }));

const askedCount = ({ approval, answerSoon, answerMissed, refunds, statements }: Asked): number =>
  approval.count + answerSoon.count + answerMissed.count + refunds.count + statements.count;

/** The bell with its unread dot, and the list of the notifications that the portal keeps. */
export function NotificationBell() {
  const { t } = useTranslation('notifications');
  const role = useSession()?.role;
  const state = useNoticeState(role !== undefined && role !== 'ADMIN');
  const asked = useAskedOfMe();
  const unreadCount = state?.unreadCount ?? 0;
  // What is asked stays until it is answered; a look at it does not make it less.
  const news = unreadCount + (asked ? askedCount(asked) : 0);
  const [opened, setOpened] = useState(false);
  const [readAtOpening, setReadAtOpening] = useState(0);

  function toggle(open: boolean): void {
    if (open) setReadAtOpening(state?.readSeq ?? 0);
    else if (state) void markNoticesRead(state);
    setOpened(open);
  }

  return (
    <Popover opened={opened} onChange={toggle} position="bottom-end" width={340} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          size={32}
          className={classes['bell'] ?? ''}
          onClick={() => toggle(!opened)}
          aria-label={
            state?.hasMoreUnread
              ? t('notifications:unread_more', { count: unreadCount })
              : t('notifications:unread', { count: news })
          }
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
          <NoticeList readSeq={readAtOpening} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
