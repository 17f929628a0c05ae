import { Tabs } from '@mantine/core';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import {
  type BankFileDetail,
  type BankFileResult,
  type EntryFilter,
} from '@mizan/contract/reconciliation.ts';
import { type Outcome, outcomes } from '@mizan/contract/reconciliation-terms.ts';
import { type EntryGroup, entryGroups, groupOfOutcome, type Hole } from '@mizan/contract/verdict-parts.ts';
import type { TFunction } from 'i18next';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { lazyPart } from '../../../platform/lazy-part.ts';
import { foldHoles, isFolded, numbersOf } from '../bank-file/folded-holes.ts';
import { holeName, holeShortName } from '../bank-file/hole.words.ts';
import { outcomeKey, outcomeOrder } from '../bank-file/outcome.words.ts';
import {
  type BankFileTab,
  isRowTab,
  type RowTab,
  useReconciliationSearch,
} from '../bank-file/reconciliation.search.ts';
import { listedRows } from '../lines/listed-rows.ts';
import { EntriesList } from './entries-list.tsx';
import classes from './entries-section.module.css';
import { EntriesSum } from './entries-sum.tsx';
import { LinesCheck } from './lines-check.tsx';
import { type MendedLines, useMended } from './mended-lines.ts';
import { figureCount, figureKey, groupCounts, holesOf, isFigure } from './verdict-figures.ts';

/** Another tab than the first. */
const FileRows = lazyPart(async () => ({ default: (await import('./file-rows.tsx')).FileRows }));

interface Tab {
  value: string;
  label: string;
  /** Null where nobody has counted it. */
  count: number | null;
  tab: BankFileTab;
  parts?: EntryParts;
}

interface SectionProps {
  detail: BankFileDetail;
  result: BankFileResult;
}

const isOutcome = (tab: string): tab is Outcome => (outcomes as readonly string[]).includes(tab);
const isEntryPart = (tab: BankFileTab): boolean =>
  isOutcome(tab) || tab === 'toClaim' || tab === 'paidTooMuch' || tab === 'corrected';
const isGroup = (tab: string): tab is EntryGroup => (entryGroups as readonly string[]).includes(tab);

/** The group in which a tab stands; null for all entries and for rows of the file. */
const groupOf = (tab: BankFileTab): EntryGroup | null => {
  if (isGroup(tab)) return tab;
  if (tab === 'toClaim' || tab === 'paidTooMuch' || tab === 'corrected') return 'exceptions';
  return isOutcome(tab) ? groupOfOutcome[tab] : null;
};

/** The rows behind the verdict: a tab for each group of them, and within it by outcome or by hole. */
export function EntriesSection({ detail, result }: SectionProps) {
  const { t } = useTranslation(['reconciliation', 'transactions', 'units']);
  const { openTab, parts, ...search } = useReconciliationSearch();
  const tab = search.tab ?? firstTab(detail);
  const group = groupOf(tab);
  const mended = useMended(detail, tab, parts);
  const outer = tabsOf(t, { detail, result }, tab, rowsName(t, parts));
  const inner = group === null ? [] : innerTabsOf(t, { detail, result }, group, { tab, parts, mended });
  const shown = shownOf(tab, parts, group);
  const open = (tabs: readonly Tab[], value: string | null): void => {
    const found = tabs.find((each) => each.value === value);
    if (found) openTab(found.tab, found.parts);
  };
  return (
    <section id="entries" className={classes['entries']} aria-label={t('reconciliation:entries.title')}>
      <Tabs value={group ?? tab} onChange={(value) => open(outer, value)} keepMounted={false}>
        <div className={classes['tabLine']}>
          <TabList tabs={outer} label={t('reconciliation:entries.title')} />
          <LinesCheck detail={detail} result={result} onOpen={openTab} />
        </div>
        <Tabs.Panel value={group ?? tab}>
          {isRowTab(tab) ? (
            <Suspense fallback={null}>
              <FileRows detail={detail} result={result} tab={tab} />
            </Suspense>
          ) : inner.length < 2 ? (
            <Entries detail={detail} result={result} tab={tab} parts={parts} mended={mended} />
          ) : (
            <Tabs value={shown} onChange={(value) => open(inner, value)} keepMounted={false}>
              <TabList tabs={inner} label={t(`reconciliation:group.${group ?? 'exceptions'}`)} />
              <Tabs.Panel value={shown}>
                <Entries detail={detail} result={result} tab={tab} parts={parts} mended={mended} />
              </Tabs.Panel>
            </Tabs>
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** The rows of the file that the list is narrowed to, as people read them. */
function rowsName(t: TFunction, { rows, total }: EntryParts): string | null {
  if (total !== undefined) return t('reconciliation:rows.ofTotal');
  if (rows === undefined) return null;
  const [from = 0, to = 0] = rows.split('-').map(Number);
  return t('reconciliation:rows.span', { from: formatNumber(from), to: formatNumber(to) });
}

/** Which of the inner tabs shows. */
function shownOf(tab: BankFileTab, { holes, earlier }: EntryParts, group: EntryGroup | null): string {
  if (holes !== undefined) return `hole ${holes}`;
  if (earlier !== undefined) return `earlier ${earlier}`;
  return group === tab ? 'all' : tab;
}

function TabList({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <Tabs.List className={classes['tabs'] ?? ''} aria-label={label}>
      {tabs.map(({ value, label: name, count }) => (
        <Tabs.Tab key={value} value={value}>
          {name} {count !== null && <span className={classes['tabCount']}>{formatNumber(count)}</span>}
        </Tabs.Tab>
      ))}
    </Tabs.List>
  );
}

/** What is told by its group alone is asked for by it: of what is not due yet some waits in a hole. */
const filterOf = (tab: EntryFilter): EntryFilter => {
  if (tab === 'timing') return 'notDue';
  return tab === 'confirmedBefore' ? 'already' : tab;
};

function Entries({
  detail,
  result,
  tab,
  parts,
  mended,
}: SectionProps & { tab: EntryFilter; parts: EntryParts; mended: MendedLines | null }) {
  const filter = filterOf(tab);
  return (
    <>
      <EntriesList
        key={`${filter} ${Object.values(parts).join(' ')}`}
        detail={detail}
        result={result}
        outcome={filter}
        parts={parts}
      />
      <EntriesSum
        setRight={detail.setRight}
        result={result}
        filter={filter}
        parts={parts}
        known={mended?.sums ?? null}
      />
    </>
  );
}

/** A tab for each group that has any entry, exceptions always, and one for rows of the file that are no lines. */
function tabsOf(
  t: TFunction,
  { detail, result }: SectionProps,
  tab: BankFileTab,
  rows: string | null,
): Tab[] {
  const counts = groupCounts(result);
  const countOf = (group: EntryGroup): number => counts.get(group)?.count ?? 0;
  const tabs: Tab[] = entryGroups
    // A shared link may name what this file has not: its tab stands, with nothing below it.
    .filter((group) => group === 'exceptions' || group === groupOf(tab) || countOf(group) > 0)
    .map((group) => ({
      value: group,
      label: t(`reconciliation:group.${group}`),
      count: group === 'exceptions' ? detail.exceptionCount : countOf(group),
      tab: group,
    }));
  const rowCounts: Record<RowTab, number> = {
    rejected: detail.linesRejected,
    warnings: result.warningCount,
    rows: listedRows(result),
  };
  for (const [value, count] of Object.entries(rowCounts) as [RowTab, number][])
    if (count > 0 || tab === value) tabs.push({ value, label: t(rowTabTitles[value]), count, tab: value });
  const all = entryGroups.reduce((sum, group) => sum + countOf(group), 0);
  if (isFigure(tab) && groupOf(tab) === null)
    tabs.push({
      value: tab,
      label: t(figureKey(result, tab, detail.setRight)),
      count: figureCount(result, tab),
      tab,
    });
  if (tab === 'byHand')
    tabs.push({
      value: tab,
      label: t('reconciliation:mended.byHand'),
      count: result.byHand?.entries ?? null,
      tab,
    });
  if (tab === 'all')
    tabs.push({
      value: 'all',
      label: rows ?? t('reconciliation:entries.all'),
      count: rows === null ? all : null,
      tab: 'all',
    });
  return tabs;
}

/** What stands within a group: its outcomes where it has several, its holes where something waits in several. */
function innerTabsOf(
  t: TFunction,
  { detail, result }: SectionProps,
  group: EntryGroup,
  { tab, parts: chosen, mended }: { tab: BankFileTab; parts: EntryParts; mended: MendedLines | null },
): Tab[] {
  const parts = group === 'waits' ? holeTabs(t, result, chosen.holes) : outcomeTabs(t, result, group, tab);
  if (tab === 'toClaim' || tab === 'paidTooMuch')
    parts.push({
      value: tab,
      label: t(figureKey(result, tab, detail.setRight)),
      count: figureCount(result, tab),
      tab,
    });
  if (mended)
    parts.push({
      value: shownOf(tab, chosen, group),
      label: mended.name,
      count: mended.count,
      tab,
      parts: chosen,
    });
  const { holes } = chosen;
  const missing = missingOf(result, tab, holes);
  if (missing)
    parts.push({
      value: `hole ${holes}`,
      label: holeName(t, missing),
      count: missing.missingCount,
      tab,
      parts: { holes },
    });
  if (parts.length < 2 && (group === tab || !isEntryPart(tab))) return [];
  const count = groupCounts(result).get(group)?.count ?? 0;
  return [{ value: 'all', label: t('reconciliation:entries.all'), count, tab: group }, ...parts];
}

/** The hole of which only what is past its due day shows. */
const missingOf = (result: BankFileResult, tab: BankFileTab, holes: string | undefined): Hole | null =>
  tab === 'missingInBank' && holes !== undefined ? (holesOf(result)[Number(holes) - 1] ?? null) : null;

/** A tab for each hole; the smaller ones share one, beside which the one that is open has its own. */
function holeTabs(t: TFunction, result: BankFileResult, chosen: string | undefined): Tab[] {
  const holes = holesOf(result).filter(({ waitsCount }) => waitsCount > 0);
  const tabOf = (hole: Hole, numbers: string): Tab => ({
    value: `hole ${numbers}`,
    label: holeShortName(t, hole, holes),
    count: hole.waitsCount,
    tab: 'waits',
    parts: { holes: numbers },
  });
  return foldHoles(holes).rows.flatMap((hole) => {
    if (!isFolded(hole)) return [tabOf(hole, String(hole.number))];
    const own = hole.inside.filter(({ number }) => String(number) === chosen);
    return [tabOf(hole, numbersOf(hole)), ...own.map((each) => tabOf(each, String(each.number)))];
  });
}

/** Groups that are more than one outcome. */
const mixedGroups: readonly EntryGroup[] = ['exceptions', 'confirmed'];

function outcomeTabs(t: TFunction, result: BankFileResult, group: EntryGroup, tab: BankFileTab): Tab[] {
  if (!mixedGroups.includes(group)) return [];
  const countOf = (wanted: Outcome): number =>
    result.outcomes.reduce((sum, { outcome, count }) => (outcome === wanted ? sum + count : sum), 0);
  return outcomeOrder
    .filter((outcome) => groupOfOutcome[outcome] === group && (countOf(outcome) > 0 || outcome === tab))
    .map((outcome) => ({
      value: outcome,
      label: t(outcomeKey(outcome)),
      count: countOf(outcome),
      tab: outcome,
    }));
}

const rowTabTitles = {
  rejected: 'reconciliation:rejected.title',
  warnings: 'reconciliation:warnings.title',
  rows: 'reconciliation:rows.title',
} as const satisfies Record<RowTab, string>;

/** A file of which no line could be read shows why. */
const firstTab = ({ linesRead, linesRejected }: BankFileDetail): BankFileTab =>
  linesRead === 0 && linesRejected > 0 ? 'rejected' : 'exceptions';
