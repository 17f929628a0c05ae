import { useTranslation } from 'react-i18next';
import { apart, formatTime, formatWeekday } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { RowList } from '../../ui/row-list.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import classes from './drawer.module.css';
import { BalanceBadge } from './reconcile-state.tsx';
import { useReconciliationsOf } from './terminal-reconciliation.queries.ts';

interface EarlierProps {
  terminalId: string;
  shownId: string | null;
  onOpen: (id: string) => void;
}

/** What this terminal reconciled, newest first; each opens. */
export function EarlierReconciliations({ terminalId, shownId, onOpen }: EarlierProps) {
  const { t } = useTranslation(['reconcile', 'units']);
  const list = useReconciliationsOf(terminalId);
  const onPhone = useIsPhone();
  if (list.rows.length < 2) return null;
  return (
    <section className={classes['section']} data-list="">
      <h3>{t('reconcile:earlier.title')}</h3>
      <ListView list={list} onClear={false} empty={null}>
        {(rows) => (
          <>
            {onPhone ? (
              <RowList
                label={t('reconcile:earlier.title')}
                onOpen={onOpen}
                rows={rows.map((row) => ({
                  id: row.id,
                  title: formatWeekday(row.at),
                  detail: [formatTime(row.at), t('units:transaction', { count: row.count })].join(apart),
                  figure: <Amount amountMinor={row.totalMinor} />,
                  status: <BalanceBadge done={row} />,
                  pressed: row.id === shownId,
                }))}
              />
            ) : (
              <PlainTable label={t('reconcile:earlier.title')}>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id} data-selected={row.id === shownId || undefined}>
                      <td>
                        <button type="button" className={classes['open']} onClick={() => onOpen(row.id)}>
                          {formatWeekday(row.at)}
                        </button>
                      </td>
                      <td>{formatTime(row.at)}</td>
                      <td>{t('units:transaction', { count: row.count })}</td>
                      <td data-align="figure">
                        <Amount amountMinor={row.totalMinor} />
                      </td>
                      <td>
                        <BalanceBadge done={row} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </PlainTable>
            )}
            <MoreRows list={list} />
          </>
        )}
      </ListView>
    </section>
  );
}
