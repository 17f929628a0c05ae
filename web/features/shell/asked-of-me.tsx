import type { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { IconClock, IconFileText, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './notification-bell.module.css';

export type Asked = RouteOutput<typeof getAskedOfMe>;

/** Above the notices, each with the way there: chargebacks near or past the bank's deadline, approvals that somebody asked for, exceptions in one's own hands, and statements that wait. */
export function AskedOfMe({ asked, onGo }: { asked: Asked; onGo: () => void }) {
  const { t } = useTranslation('notifications');
  const { approval, assigned, answerSoon, answerMissed, statements, ownId } = asked;
  const waiting = [
    ['answerMissed', answerMissed, { outcome: 'chargeback' }],
    ['answerSoon', answerSoon, { outcome: 'chargeback' }],
    ['approval', approval, { state: 'ASKED', askedOf: ownId }],
    ['assigned', assigned, { assignee: ownId }],
  ] as const;
  const shown = waiting.filter(([, { count }]) => count > 0);
  const { refunds } = asked;
  return (
    <ul className={classes['asked']}>
      {refunds.count > 0 && (
        <li>
          <Link
            to={paths.refunds}
            search={{ waiting: 'me', ...(refunds.onlyId !== null && { open: refunds.onlyId }) } as never}
            className={classes['askedLink'] ?? ''}
            onClick={onGo}
          >
            <IconUserCheck size={18} stroke={1.6} aria-hidden="true" />
            {t('notifications:refunds', { count: refunds.count })}
          </Link>
        </li>
      )}
      {shown.map(([kind, { count, onlyId }, search]) => {
        const Icon = kind === 'approval' || kind === 'assigned' ? IconUserCheck : IconClock;
        return (
          <li key={kind}>
            <Link
              to={paths.exceptions}
              search={(onlyId === null ? search : { ...search, open: onlyId }) as never}
              className={classes['askedLink'] ?? ''}
              onClick={onGo}
            >
              <Icon size={18} stroke={1.6} aria-hidden="true" />
              {t(`notifications:${kind}`, { count })}
            </Link>
          </li>
        );
      })}
      {statements.count > 0 && (
        <li>
          <Link
            to={paths.settlement}
            search={{ view: 'deposits' } as never}
            className={classes['askedLink'] ?? ''}
            onClick={onGo}
          >
            <IconFileText size={18} stroke={1.6} aria-hidden="true" />
            {t('notifications:statements', { count: statements.count })}
          </Link>
        </li>
      )}
    </ul>
  );
}
