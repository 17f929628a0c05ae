import type { TerminalReconciliation, ThreeTotals } from '@mizan/contract/terminal-reconciliation.ts';
import {
  IconArrowsExchange,
  IconBuildingBank,
  IconDeviceMobile,
  IconEqual,
  IconEqualNot,
} from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import classes from './drawer.module.css';

export const whos = ['host', 'terminal', 'portal'] as const;
export const whoIcons = {
  host: IconBuildingBank,
  terminal: IconDeviceMobile,
  portal: IconArrowsExchange,
} as const;

export type Figures = Readonly<Record<(typeof whos)[number], { count: number; minor: number }>>;

export const figuresOf = (row: ThreeTotals, side: 'debit' | 'credit'): Figures =>
  Object.fromEntries(
    whos.map((who) => [who, { count: row[who][`${side}Count`], minor: row[who][`${side}Minor`] }]),
  ) as Figures;

export const isNothing = (figures: Figures): boolean =>
  whos.every((who) => figures[who].count === 0 && figures[who].minor === 0);

/** Debits less credits of all schemes. */
export const sumsOf = (shown: TerminalReconciliation): Figures =>
  Object.fromEntries(
    whos.map((who) => [
      who,
      {
        count: shown.schemes.reduce((sum, row) => sum + row[who].debitCount + row[who].creditCount, 0),
        minor: shown.schemes.reduce((sum, row) => sum + row[who].debitMinor - row[who].creditMinor, 0),
      },
    ]),
  ) as Figures;

/** Whether one of them has something else than the host; of the portal only where it is held against the others. */
export const unlikeHost = (figures: Figures, who: (typeof whos)[number], withPortal: boolean): boolean =>
  (who !== 'portal' || withPortal) &&
  (figures[who].count !== figures.host.count || figures[who].minor !== figures.host.minor);

/** Host, terminal and portal side by side, a row for the debits and the credits of each scheme. */
export function ThreeTable({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation(['reconcile', 'transactions']);
  const all = sumsOf(shown);
  return (
    <div className={classes['three']}>
      <PlainTable label={t('reconcile:three.label')}>
        <thead>
          <tr>
            <th scope="col">{t('reconcile:three.scheme')}</th>
            <th scope="col">
              <span className="mz-visually-hidden">{t('reconcile:three.side')}</span>
            </th>
            {whos.map((who) => {
              const WhoIcon = whoIcons[who];
              return (
                <th key={who} scope="colgroup" colSpan={2} data-align="figure">
                  <span className={classes['who']}>
                    <WhoIcon size={15} stroke={1.6} aria-hidden="true" />
                    {t(`reconcile:who.${who}`)}
                  </span>
                </th>
              );
            })}
            <th scope="col">
              <span className="mz-visually-hidden">{t('reconcile:three.compared')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.schemes.map((row) => (
            <Fragment key={row.scheme}>
              {(['debit', 'credit'] as const).map((side) => {
                const figures = figuresOf(row, side);
                if (isNothing(figures) && side === 'credit') return null;
                return (
                  <FiguresRow key={side} figures={figures} withPortal={shown.fromAt !== null}>
                    <th scope="row">{side === 'debit' && <SchemeMark scheme={row.scheme} named />}</th>
                    <td className={classes['quiet']}>{t(`reconcile:three.${side}`)}</td>
                  </FiguresRow>
                );
              })}
            </Fragment>
          ))}
          <FiguresRow figures={all} withPortal={shown.fromAt !== null} isSum>
            <th scope="row" colSpan={2}>
              {t('reconcile:three.all')}
            </th>
          </FiguresRow>
        </tbody>
      </PlainTable>
    </div>
  );
}

interface FiguresRowProps {
  figures: Figures;
  /** Whether the portal's side is held against the others: not of the first one that it knows. */
  withPortal: boolean;
  isSum?: boolean;
  children: React.ReactNode;
}

function FiguresRow({ figures, withPortal, isSum = false, children }: FiguresRowProps) {
  const unlike = (who: (typeof whos)[number]): boolean => unlikeHost(figures, who, withPortal);
  const isEqual = !whos.some(unlike);
  return (
    <tr data-unlike={!isEqual || undefined} data-sum={isSum || undefined}>
      {children}
      {whos.map((who) => (
        <Fragment key={who}>
          <td data-align="figure" data-differs={unlike(who) || undefined}>
            {figures[who].count === 0 ? '–' : formatNumber(figures[who].count)}
          </td>
          <td data-align="figure" data-differs={unlike(who) || undefined}>
            {figures[who].count === 0 && figures[who].minor === 0 ? (
              ''
            ) : (
              <Amount amountMinor={figures[who].minor} />
            )}
          </td>
        </Fragment>
      ))}
      <td>
        <Compared isEqual={isEqual} />
      </td>
    </tr>
  );
}

/** '=' or '≠', with its word for whoever listens. */
export function Compared({ isEqual }: { isEqual: boolean }) {
  const { t } = useTranslation('reconcile');
  const Mark = isEqual ? IconEqual : IconEqualNot;
  return (
    <span className={classes['compared']} data-equal={isEqual || undefined}>
      <Mark size={16} stroke={2} aria-hidden="true" />
      <span className="mz-visually-hidden">
        {t(isEqual ? 'reconcile:three.equal' : 'reconcile:three.unlike')}
      </span>
    </span>
  );
}
