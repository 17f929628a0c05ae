import { paths } from '@mizan/contract/paths.ts';
import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { IconAlertTriangle, IconClockExclamation, IconPlugConnectedX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount, formatMoment } from '../../platform/formats.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { branchName } from '../../ui/terminal.words.ts';
import { attentionOf, type LeftOuts, silentBranches } from './attention.ts';
import classes from './terminal.module.css';
import { useClosedBranches } from './terminals.queries.ts';

/** Above the list: branches that have gone silent, money that no reconciliation has counted, packages that do not fit. */
export function TerminalWarnings({ rows, leftOuts }: { rows: readonly TerminalRow[]; leftOuts: LeftOuts }) {
  const { t } = useTranslation(['terminals', 'units']);
  const closed = useClosedBranches();
  // Until it is known whether they are closed nothing is said: what comes and goes again is no warning.
  const silent = closed.isPending ? [] : silentBranches(rows, closed.data ?? null);
  const left = rows.flatMap(({ id }) => leftOuts.get(id) ?? []);
  const unfit = rows.filter((row) => attentionOf(row, undefined).includes('PACKAGE'));
  const sum = (of: 'count' | 'totalMinor'): number => left.reduce((total, each) => total + each[of], 0);
  return (
    <ul className={classes['warnings']}>
      {silent.map((branch) => (
        <li key={branch.branchId} data-tone="offline">
          <IconPlugConnectedX size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:warnings.silent', { branch: branchName(branch) })}</strong>{' '}
            {t('terminals:warnings.lastHeard', { time: formatMoment(branch.lastSeenAt) })}
          </span>
        </li>
      ))}
      {left.length > 0 && (
        <li data-tone="wait">
          <IconClockExclamation size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:warnings.leftOut', { count: left.length })}</strong>{' '}
            {t('terminals:warnings.money', {
              transactions: t('units:transaction', { count: sum('count') }),
              amount: formatAmount(sum('totalMinor'), { currency: t('units:currency.SAR') }),
            })}
          </span>
          <Link to={paths.reconciliation}>{t('terminals:warnings.reconcile')}</Link>
        </li>
      )}
      {unfit.length > 0 && (
        <li data-tone="wait">
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden="true" />
          <span>
            <strong>{t('terminals:warnings.package', { count: unfit.length })}</strong>{' '}
            {unfit.map(({ tid }, index) => (
              <span key={tid}>
                {index > 0 && t('terminals:warnings.and')}
                <Link to={paths.terminalDetail} params={{ tid } as never}>
                  <Identifier>{tid}</Identifier>
                </Link>
              </span>
            ))}
          </span>
        </li>
      )}
    </ul>
  );
}
