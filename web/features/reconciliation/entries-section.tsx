import { Tabs } from '@mantine/core';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { EntriesList } from './entries-list.tsx';
import { outcomeKey, outcomeOrder } from './outcome.words.ts';
import classes from './reconciliation.module.css';
import { type BankFileTab, useReconciliationSearch } from './reconciliation.search.ts';
import { RejectedLines } from './rejected-lines.tsx';

/** How many entries each outcome has, over all currencies. */
function countsOf(result: BankFileResult): Map<Outcome, number> {
  const counts = new Map<Outcome, number>();
  for (const { outcome, count } of result.outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + count);
  return counts;
}

interface Tab {
  value: BankFileTab;
  label: string;
  count: number;
}

/** The rows behind the verdict, by outcome; a tab for each that has any. */
export function EntriesSection({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  const { t } = useTranslation('reconciliation');
  const { openTab, ...search } = useReconciliationSearch();
  const tab = search.tab ?? firstTab(detail);
  const counts = countsOf(result);
  const present = outcomeOrder.filter((outcome) => (counts.get(outcome) ?? 0) > 0);
  const tabs: Tab[] = [
    { value: 'exceptions', label: t('reconciliation:exceptions.title'), count: detail.exceptionCount },
    ...present.map((outcome) => ({
      value: outcome,
      label: t(outcomeKey(outcome)),
      count: counts.get(outcome) ?? 0,
    })),
  ];
  if (detail.linesRejected > 0) {
    tabs.push({ value: 'rejected', label: t('reconciliation:rejected.title'), count: detail.linesRejected });
  }
  // A shared link may name an outcome that this file has not: its tab stands, with nothing below it.
  if (tab !== 'all' && !tabs.some(({ value }) => value === tab)) {
    tabs.push({
      value: tab,
      label: t(tab === 'rejected' ? 'reconciliation:rejected.title' : outcomeKey(tab as Outcome)),
      count: 0,
    });
  }
  if (tab === 'all')
    tabs.push({ value: 'all', label: t('reconciliation:entries.all'), count: totalOf(counts) });

  return (
    <section id="entries" className={classes['entries']} aria-label={t('reconciliation:entries.title')}>
      <Tabs
        value={tab}
        onChange={(value) => openTab((value ?? 'exceptions') as BankFileTab)}
        keepMounted={false}
      >
        <div className={classes['tabLine']}>
          <Tabs.List className={classes['tabs'] ?? ''}>
            {tabs.map(({ value, label, count }) => (
              <Tabs.Tab key={value} value={value}>
                {label} <span className={classes['tabCount']}>{formatNumber(count)}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {result.portalCount > 0 && (
            <p className={classes['matchedOf']}>
              {t('reconciliation:entries.matchedOf', {
                matched: formatNumber(result.matchedCount),
                total: formatNumber(result.portalCount),
              })}
            </p>
          )}
        </div>
        <Tabs.Panel value={tab}>
          {tab === 'rejected' ? (
            <RejectedLines id={detail.id} />
          ) : (
            <EntriesList detail={detail} outcome={tab} />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** A file of which no line could be read shows why. */
const firstTab = ({ linesRead, linesRejected }: BankFileDetail): BankFileTab =>
  linesRead === 0 && linesRejected > 0 ? 'rejected' : 'exceptions';

const totalOf = (counts: ReadonlyMap<Outcome, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
