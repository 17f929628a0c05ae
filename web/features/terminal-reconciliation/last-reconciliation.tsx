import { paths } from '@mizan/contract/paths.ts';
import type { TerminalReconciliation } from '@mizan/contract/terminal-reconciliation.ts';
import { IconEqual, IconEqualNot } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment, formatNumber, riyadhDay } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { ListView } from '../../ui/list-view.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Section } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { TermHelp } from '../../ui/term-help.tsx';
import { Explanations } from './explanations.tsx';
import { leftOutTerminals } from './not-reconciled.ts';
import classes from './terminal-reconciliation.module.css';
import {
  useReconciliationsOf,
  useTerminalReconciliation,
  useTerminalStates,
} from './terminal-reconciliation.queries.ts';
import { WaitingMoney } from './waiting-money.tsx';

/** As high as a reconciliation will stand there: its head, and the table with its own. */
const headAndTotals = 5;

/** The newest reconciliation of a terminal: what it said beside what its host said. */
export function LastReconciliation({ terminalId }: { terminalId: string }) {
  const { t } = useTranslation('reconcile');
  const list = useReconciliationsOf(terminalId);
  return (
    <Section
      title={t('reconcile:one.last')}
      help={<TermHelp term="terminal-reconciliation" name={t('reconcile:one.last')} />}
      aside={
        <Link to={paths.reconciliation} search={{ terminal: terminalId } as never}>
          {t('reconcile:one.everything')}
        </Link>
      }
    >
      <ListView
        list={list}
        skeletonRows={headAndTotals}
        onClear={false}
        empty={<p className={classes['heldWhy']}>{t('reconcile:one.none')}</p>}
      >
        {(rows) => rows.slice(0, 1).map(({ id }) => <Newest key={id} id={id} />)}
      </ListView>
    </Section>
  );
}

function Newest({ id }: { id: string }) {
  const { t } = useTranslation('reconcile');
  return (
    <Loaded of={useTerminalReconciliation(id)} rows={headAndTotals}>
      {(shown) => (
        <>
          <p className={classes['oneHead']}>
            <strong data-balance={shown.balance}>
              {t(
                shown.isEmpty && shown.balance === 'BALANCED'
                  ? 'reconcile:state.empty'
                  : `reconcile:state.${shown.balance}`,
              )}
            </strong>{' '}
            <span className={classes['heldWhy']}>{formatMoment(shown.at)}</span>
          </p>
          <Totals shown={shown} />
          <Explanations shown={shown} />
        </>
      )}
    </Loaded>
  );
}

interface Side {
  count: number;
  minor: number;
}
/** Purchases, refunds and both together, of one side; all schemes. */
function sumsOf(
  { schemes }: TerminalReconciliation,
  who: 'terminal' | 'host',
): Record<'debit' | 'credit' | 'all', Side> {
  const sum = (of: (row: TerminalReconciliation['schemes'][number]) => number): number =>
    schemes.reduce((total, row) => total + of(row), 0);
  const debit = { count: sum((row) => row[who].debitCount), minor: sum((row) => row[who].debitMinor) };
  const credit = { count: sum((row) => row[who].creditCount), minor: -sum((row) => row[who].creditMinor) };
  return { debit, credit, all: { count: debit.count + credit.count, minor: debit.minor + credit.minor } };
}

function Totals({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation('reconcile');
  const [terminal, host] = [sumsOf(shown, 'terminal'), sumsOf(shown, 'host')];
  return (
    <PlainTable label={t('reconcile:one.last')}>
      <thead>
        <tr>
          <th scope="col">
            <span className="mz-visually-hidden">{t('reconcile:three.side')}</span>
          </th>
          <th scope="col" data-align="figure">
            {t('reconcile:who.terminal')}
          </th>
          <th scope="col">
            <span className="mz-visually-hidden">{t('reconcile:three.compared')}</span>
          </th>
          <th scope="col" data-align="figure">
            {t('reconcile:who.host')}
          </th>
        </tr>
      </thead>
      <tbody>
        {(['debit', 'credit', 'all'] as const).map((side) => {
          const isEqual =
            terminal[side].minor === host[side].minor && terminal[side].count === host[side].count;
          return (
            <tr key={side} data-sum={side === 'all' || undefined}>
              <th scope="row">
                {t(`reconcile:one.${side}`)} {formatNumber(terminal[side].count)}
              </th>
              <td data-align="figure">
                <Amount amountMinor={terminal[side].minor} />
              </td>
              <td>
                {isEqual ? (
                  <IconEqual
                    size={16}
                    stroke={2}
                    className={classes['mark'] ?? ''}
                    aria-label={t('reconcile:one.equal')}
                  />
                ) : (
                  <IconEqualNot
                    size={16}
                    stroke={2}
                    className={classes['mark'] ?? ''}
                    aria-label={t('reconcile:one.unequal')}
                  />
                )}
              </td>
              <td data-align="figure">
                <Amount amountMinor={host[side].minor} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}

/** What waits at one terminal that was left out; nothing where none does. */
export function WaitingHere({ terminalId }: { terminalId: string }) {
  const states = useTerminalStates().data;
  const left = leftOutTerminals(states, riyadhDay);
  return (
    <WaitingMoney
      rows={(states?.rows ?? []).filter((row) => row.terminalId === terminalId && left.has(row.terminalId))}
    />
  );
}
