import type { TerminalReconciliation } from '@mizan/contract/terminal-reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { useIsPhone } from '../../ui/screen-width.ts';
import classes from './drawer.module.css';
import {
  Compared,
  type Figures,
  figuresOf,
  isNothing,
  sumsOf,
  ThreeTable,
  unlikeHost,
  whoIcons,
  whos,
} from './three-table.tsx';

/** The three side by side, or below each other where the screen has no room for that. */
export function ThreeSides({ shown }: { shown: TerminalReconciliation }) {
  const { t } = useTranslation('reconcile');
  const onPhone = useIsPhone();
  if (!onPhone) return <ThreeTable shown={shown} />;
  const withPortal = shown.fromAt !== null;
  return (
    <div className={classes['below']}>
      {shown.schemes.flatMap((row) =>
        (['debit', 'credit'] as const).map((side) => {
          const figures = figuresOf(row, side);
          if (isNothing(figures)) return null;
          return (
            <Below key={`${row.scheme} ${side}`} figures={figures} withPortal={withPortal}>
              <SchemeMark scheme={row.scheme} named />
              <span className={classes['quiet']}>{t(`reconcile:three.${side}`)}</span>
            </Below>
          );
        }),
      )}
      <Below figures={sumsOf(shown)} withPortal={withPortal}>
        <strong>{t('reconcile:three.all')}</strong>
      </Below>
    </div>
  );
}

interface BelowProps {
  figures: Figures;
  withPortal: boolean;
  children: React.ReactNode;
}

function Below({ figures, withPortal, children }: BelowProps) {
  const { t } = useTranslation('reconcile');
  const isEqual = !whos.some((who) => unlikeHost(figures, who, withPortal));
  return (
    <section data-unlike={!isEqual || undefined}>
      <div className={classes['belowHead']}>
        {children}
        <Compared isEqual={isEqual} />
      </div>
      <dl>
        {whos.map((who) => {
          const WhoIcon = whoIcons[who];
          return (
            <div key={who} data-differs={unlikeHost(figures, who, withPortal) || undefined}>
              <dt>
                <WhoIcon size={15} stroke={1.6} aria-hidden="true" />
                {t(`reconcile:who.${who}`)}
              </dt>
              <dd>{formatNumber(figures[who].count)}</dd>
              <dd>
                <Amount amountMinor={figures[who].minor} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
