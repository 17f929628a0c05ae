import type { NoticeType } from '@mizan/contract/live.ts';
import { type Icon, IconPlugConnected, IconPlugConnectedX, IconScale } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment, isolateLtr } from '../../platform/formats.ts';
import type { Notice } from '../../platform/notifications.store.ts';
import classes from './notification-bell.module.css';

/** How many are drawn at first and more at each asking; all are kept (rules S4). */
const drawnStep = 50;

const noticeLooks: Readonly<Record<NoticeType, { icon: Icon; color: string }>> = {
  TCO: { icon: IconPlugConnected, color: 'var(--mz-ok)' },
  TDI: { icon: IconPlugConnectedX, color: 'var(--mz-offline)' },
  FRC: { icon: IconScale, color: 'var(--mz-neutral)' },
  SRC: { icon: IconScale, color: 'var(--mz-ok)' },
};

/** The notices of the session, the newest first. */
export function NoticeList({ items, unreadCount }: { items: readonly Notice[]; unreadCount: number }) {
  const { t } = useTranslation('notifications');
  const [drawn, setDrawn] = useState(drawnStep);
  if (items.length === 0) return <p className={classes['empty']}>{t('notifications:empty')}</p>;
  return (
    <div className={classes['scroller']}>
      <ul className={classes['list']}>
        {items.slice(0, drawn).map((notice, index) => (
          <NoticeRow key={items.length - index} notice={notice} unread={index < unreadCount} />
        ))}
      </ul>
      {items.length > drawn && (
        <button type="button" className={classes['older']} onClick={() => setDrawn(drawn + drawnStep)}>
          {t('notifications:older')}
        </button>
      )}
    </div>
  );
}

function NoticeRow({ notice, unread }: { notice: Notice; unread: boolean }) {
  const { t } = useTranslation('notifications');
  const { icon: NoticeIcon, color } = noticeLooks[notice.type];
  return (
    <li className={classes['notice']}>
      <NoticeIcon size={18} stroke={1.6} color={color} aria-hidden="true" />
      <span className={classes['words']}>
        <span>{t(`notifications:${notice.type}`, { tid: isolateLtr(notice.tid) })}</span>
        <time dateTime={new Date(notice.timestampMs).toISOString()}>{formatMoment(notice.timestampMs)}</time>
      </span>
      {unread && <span className={classes['unread']} />}
      <bdi className={classes['type']} dir="ltr">
        {notice.type}
      </bdi>
    </li>
  );
}
