import type { BellType, Notice } from '@mizan/contract/notices.ts';
import {
  type Icon,
  IconAlertTriangle,
  IconCalendarDue,
  IconPlugConnected,
  IconPlugConnectedX,
  IconScale,
  IconScaleOutline,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { UIEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoment, isolateLtr } from '../../platform/formats.ts';
import { loadOlderNotices, useNoticeBook } from '../../platform/notifications.store.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import classes from './notification-bell.module.css';

/** So near to the end of what is drawn the next rows are asked for. */
const nearEndPx = 200;

const noticeLooks: Readonly<Record<BellType, { icon: Icon; color: string }>> = {
  TCO: { icon: IconPlugConnected, color: 'var(--mz-ok)' },
  TDI: { icon: IconPlugConnectedX, color: 'var(--mz-offline)' },
  FRC: { icon: IconScale, color: 'var(--mz-neutral)' },
  SRC: { icon: IconScale, color: 'var(--mz-ok)' },
  SIL: { icon: IconAlertTriangle, color: 'var(--mz-offline)' },
  UNB: { icon: IconScaleOutline, color: 'var(--mz-danger)' },
  OVD: { icon: IconCalendarDue, color: 'var(--mz-danger)' },
};

/** The notices, the newest first; older ones come while it is scrolled. What is beyond `readSeq` is marked as unread. */
export function NoticeList({ readSeq }: { readSeq: number }) {
  const { t } = useTranslation('notifications');
  const { book, isLoading, error } = useNoticeBook();
  const { rows, hasOlder, newestSeq } = book;

  function goOn({ currentTarget: list }: UIEvent<HTMLDivElement>): void {
    const leftPx = list.scrollHeight - list.scrollTop - list.clientHeight;
    if (hasOlder && !error && leftPx < nearEndPx) void loadOlderNotices();
  }
  const failed = error !== null && <ErrorState error={error} onRetry={() => void loadOlderNotices()} />;
  if (newestSeq === null) return failed || <LoadingState rows={3} />;
  if (rows.length === 0) return <p className={classes['empty']}>{t('notifications:empty')}</p>;
  return (
    <div className={classes['scroller']} onScroll={goOn} role="group" aria-label={t('title')}>
      <ul className={classes['list']}>
        {rows.map((notice) => (
          <NoticeRow key={notice.seq} notice={notice} unread={notice.seq > readSeq} />
        ))}
      </ul>
      {isLoading && <LoadingState rows={1} />}
      {failed}
    </div>
  );
}

function sentenceOf(t: TFunction, { type, about, amountMinor, count }: Notice): string {
  if (type === 'OVD') {
    const amount = `${formatAmount(amountMinor ?? 0)} ${about}`;
    return t('notifications:OVD', { count: count ?? 0, amount: isolateLtr(amount) });
  }
  const named = isolateLtr(about);
  return t(`notifications:${type}`, type === 'UNB' ? { id: named } : { tid: named });
}

function NoticeRow({ notice, unread }: { notice: Notice; unread: boolean }) {
  const { t } = useTranslation('notifications');
  const { icon: NoticeIcon, color } = noticeLooks[notice.type];
  return (
    <li className={classes['notice']}>
      <NoticeIcon size={18} stroke={1.6} color={color} aria-hidden="true" />
      <span className={classes['words']}>
        <span>{sentenceOf(t, notice)}</span>
        <time dateTime={notice.timestamp}>{formatMoment(notice.timestamp)}</time>
      </span>
      {unread && <span className={classes['unread']} />}
      <bdi className={classes['type']} dir="ltr">
        {notice.type}
      </bdi>
    </li>
  );
}
