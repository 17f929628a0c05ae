import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import { type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../platform/formats.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { TermHelp } from '../../../ui/term-help.tsx';
import classes from './coverage-statement.module.css';

/** What is asked of the portal anew, and stands there once that has come. */
const Outside = lazyPart(async () => ({ default: (await import('./coverage-outside.tsx')).Outside }));

/** What the verdict is about and what it is not about: the words that stand beside every one. */
export function CoverageStatement({ result }: { result: BankFileResult }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const title = useId();
  const { coverage } = result;
  return (
    <section className={classes['statement']} aria-labelledby={title}>
      <div className={classes['head']}>
        <h2 className={classes['title']} id={title}>
          {t('reconciliation:covered.title')}
        </h2>
        <TermHelp term="coverage" name={t('reconciliation:covered.title')} />
      </div>
      {coverage ? (
        <dl className={classes['rows']}>
          <StatementRow name={t('reconciliation:covered.span')}>
            {coverage.from !== null && <bdi>{formatDateTime(coverage.from)}</bdi>} –{' '}
            <bdi>{formatDateTime(coverage.to)}</bdi>
          </StatementRow>
          <Suspense fallback={null}>
            <Outside coverage={coverage} />
          </Suspense>
        </dl>
      ) : (
        <p className={classes['quiet']}>{t('reconciliation:covered.nothing')}</p>
      )}
      {coverage && coverage.partId === null && (
        <p className={classes['quiet']}>{t('reconciliation:covered.assumed')}</p>
      )}
      {result.isGrossOnly && (
        <p className={classes['quiet']}>
          {t(`reconciliation:covered.${result.isGrossInPart ? 'grossInPart' : 'grossOnly'}`)}
        </p>
      )}
    </section>
  );
}

export function StatementRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
