import type { BankFileResult } from '@mizan/contract/reconciliation.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatDay } from '../../platform/formats.ts';
import { Amount } from '../../ui/amount.tsx';
import classes from './coverage-statement.module.css';

type Coverage = NonNullable<BankFileResult['coverage']>;
type Sum = Coverage['beforeFirstFile'][number];

/** The sums of one currency each, in the order in which they come. */
function byCurrency(sums: readonly Sum[]): Sum[] {
  const found: Sum[] = [];
  for (const { currency, count, amountMinor } of sums) {
    const known = found.find((each) => each.currency === currency);
    if (known)
      Object.assign(known, { count: known.count + count, amountMinor: known.amountMinor + amountMinor });
    else found.push({ currency, count, amountMinor });
  }
  return found;
}

/** What the verdict is about and what it is not about: the words that stand beside every one. */
export function CoverageStatement({ result }: { result: BankFileResult }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const title = useId();
  const { coverage } = result;
  const firstDue = coverage?.after.flatMap(({ dueDay }) => dueDay ?? []).sort()[0];
  return (
    <section className={classes['statement']} aria-labelledby={title}>
      <h2 className={classes['title']} id={title}>
        {t('reconciliation:covered.title')}
      </h2>
      {coverage ? (
        <dl className={classes['rows']}>
          <StatementRow name={t('reconciliation:covered.span')}>
            {coverage.from !== null && <bdi>{formatDateTime(coverage.from)}</bdi>} –{' '}
            <bdi>{formatDateTime(coverage.to)}</bdi>
          </StatementRow>
          <Sums
            name={t('reconciliation:covered.after')}
            sums={byCurrency(coverage.after)}
            note={firstDue && t('reconciliation:covered.afterNote', { day: formatDay(firstDue) })}
          />
          <Sums name={t('reconciliation:covered.shorter')} sums={byCurrency(coverage.exceptions)} />
          <Sums
            name={t('reconciliation:covered.withoutFile')}
            sums={byCurrency(coverage.withoutFile.flatMap(({ sums }) => sums))}
          />
          <Sums name={t('reconciliation:covered.before')} sums={byCurrency(coverage.beforeFirstFile)} />
        </dl>
      ) : (
        <p className={classes['quiet']}>{t('reconciliation:covered.nothing')}</p>
      )}
      {coverage && coverage.partId === null && (
        <p className={classes['quiet']}>{t('reconciliation:covered.assumed')}</p>
      )}
      {result.isGrossOnly && <p className={classes['quiet']}>{t('reconciliation:covered.grossOnly')}</p>}
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

/** Nothing where there is nothing of it. */
function Sums({ name, sums, note }: { name: string; sums: readonly Sum[]; note?: string | undefined }) {
  const { t } = useTranslation('units');
  return sums
    .filter(({ count }) => count > 0)
    .map(({ currency, count, amountMinor }) => (
      <StatementRow key={currency} name={name}>
        <span className={classes['amount']}>
          <Amount amountMinor={amountMinor} currency={currency} />
        </span>{' '}
        <span>{t('units:transaction', { count })}</span>
        {note && <span className={classes['quiet']}>{note}</span>}
      </StatementRow>
    ));
}
