import type { TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatDay } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import classes from './terminal-reconciliation.module.css';

/** Terminals that were left out, each with what waits because of it. */
export function WaitingMoney({ rows }: { rows: readonly TerminalState[] }) {
  const { t } = useTranslation(['reconcile', 'units']);
  if (rows.length === 0) return null;
  return (
    <ul className={classes['waiting']}>
      {rows.map(({ terminalId, tid, last, waiting }) => (
        <li key={terminalId}>
          <IconClockExclamation size={18} stroke={1.6} aria-hidden="true" />
          <p>
            <strong>
              {t('reconcile:waiting.terminal')} <Identifier>{tid}</Identifier>{' '}
              {last
                ? t('reconcile:waiting.since', { day: formatDay(last.at) })
                : t('reconcile:waiting.noneKnown')}
            </strong>{' '}
            {t('reconcile:waiting.money', {
              transactions: t('units:transaction', { count: waiting.count }),
              amount: formatAmount(waiting.totalMinor),
            })}
          </p>
        </li>
      ))}
    </ul>
  );
}
