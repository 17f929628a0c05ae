import { paths } from '@mizan/contract/paths.ts';
import { getMyShift } from '@mizan/contract/shifts.ts';
import { shownMinor } from '@mizan/contract/transaction-types.ts';
import { listTransactions } from '@mizan/contract/transactions.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../platform/formats.ts';
import { routeQuery } from '../../platform/query-client.ts';
import { Amount } from '../../ui/amount.tsx';
import { LoadingState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './dashboard.module.css';

const live = { live: ['TRX', 'PAY'] } as const;
const lastPayments = 5;

/** Beside a cashier's figures: their shift and what was paid last. */
export default function OwnDay() {
  return (
    <>
      <Shift />
      <LastPayments />
    </>
  );
}

function Shift() {
  const { t } = useTranslation('dashboard');
  const { data } = useQuery(routeQuery(getMyShift, {}, live));
  return (
    <section className={classes['ownDay']}>
      <h2>{t('dashboard:own.shift')}</h2>
      {data ? (
        <Link to={paths.shift} className={classes['ownRow']}>
          <span>
            {data.shift
              ? t('dashboard:own.since', { moment: formatMoment(data.shift.openedAt) })
              : t('dashboard:own.none')}
          </span>
          {data.shift && <Amount amountMinor={data.shift.sums.totalMinor} />}
        </Link>
      ) : (
        <LoadingState rows={1} />
      )}
    </section>
  );
}

function LastPayments() {
  const { t } = useTranslation('dashboard');
  const { data } = useQuery(routeQuery(listTransactions, { query: { limit: lastPayments } }, live));
  return (
    <section className={classes['ownDay']}>
      <h2>{t('dashboard:own.last')}</h2>
      {!data && <LoadingState rows={lastPayments} />}
      {data?.rows.length === 0 && <p>{t('dashboard:own.noPayments')}</p>}
      {data?.rows.map((row) => (
        <Link
          key={row.id}
          to={paths.transactions}
          search={{ open: row.id } as never}
          className={classes['ownRow']}
        >
          <time dateTime={row.createdAt}>{formatMoment(row.createdAt)}</time>
          <StatusBadge status={row.status} />
          <Amount amountMinor={shownMinor(row)} muted={row.status !== 'APPROVED'} />
        </Link>
      ))}
    </section>
  );
}
