import { Tabs } from '@mantine/core';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { EntriesList } from './entries-list.tsx';
import { outcomeKey, outcomeOrder } from './outcome.words.ts';
import classes from './reconciliation.module.css';
import { type BankFileTab, isRowTab, type RowTab, useReconciliationSearch } from './reconciliation.search.ts';
import { RejectedLines } from './rejected-lines.tsx';
import { listedRows, RowsNotCounted } from './rows-not-counted.tsx';

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
  const rowCounts: Record<RowTab, number> = {
    rejected: detail.linesRejected,
    warnings: result.warningCount,
    rows: listedRows(result),
  };
  for (const [value, count] of Object.entries(rowCounts) as [RowTab, number][])
    if (count > 0) tabs.push({ value, label: t(rowTabTitles[value]), count });
  // A shared link may name an outcome that this file has not: its tab stands, with nothing below it.
  if (tab !== 'all' && !tabs.some(({ value }) => value === tab)) {
    tabs.push({
      value: tab,
      label: t(isRowTab(tab) ? rowTabTitles[tab] : outcomeKey(tab as Outcome)),
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
          {tab === 'rows' ? (
            <RowsNotCounted detail={detail} result={result} />
          ) : isRowTab(tab) ? (
            <RejectedLines id={detail.id} kind={tab === 'rejected' ? 'REJECTED' : 'WARNING'} />
          ) : (
            <EntriesList detail={detail} outcome={tab} />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

const rowTabTitles = {
  rejected: 'reconciliation:rejected.title',
  warnings: 'reconciliation:warnings.title',
  rows: 'reconciliation:rows.title',
} as const satisfies Record<RowTab, string>;

/** A file of which no line could be read shows why. */
const firstTab = ({ linesRead, linesRejected }: BankFileDetail): BankFileTab =>
  linesRead === 0 && linesRejected > 0 ? 'rejected' : 'exceptions';

const totalOf = (counts: ReadonlyMap<Outcome, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
