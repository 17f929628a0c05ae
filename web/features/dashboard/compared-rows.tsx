import type { ComparedBy } from '@mizan/contract/dashboard.ts';
import type { Comparison } from '@mizan/contract/dashboard-insights.ts';
import { noCashier } from '@mizan/contract/transactions.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { formatTime } from '../../platform/formats.ts';
import { nameIn } from '../../platform/language.ts';
import { Identifier } from '../../ui/identifier.tsx';
import { SchemeMark } from '../../ui/scheme-mark.tsx';
import { comparableCount } from './period-text.ts';

type Sales = Comparison['branches'][number]['now'];

/** One line of the comparison: its sales on both sides, and the filters that open the payments of each. */
export interface ComparedRow {
  key: string;
  name: ReactNode;
  now: Sales;
  before: Sales;
  filter: object;
  /** The instants within the days of a side, where not all of them are counted. */
  nowSpan: object;
  beforeSpan: object;
}

/** Too few payments the week before to say a percentage, where there is a change to tell at all. */
export const hasFewBefore = ({ before }: ComparedRow): boolean => before.count < comparableCount;

const hourMs = 3_600_000;
const span = (from: string) => ({
  paidFrom: from,
  paidBefore: new Date(Date.parse(from) + hourMs).toISOString(),
});
const changed = ({ now, before }: Pick<ComparedRow, 'now' | 'before'>): number =>
  Math.abs(now.salesMinor - before.salesMinor);

/** The lines of one comparison: hours in their order, anything else by how far its sales moved. */
export function comparedRows(by: ComparedBy, comparison: Comparison, t: TFunction): ComparedRow[] {
  if (by === 'hour') {
    const sold = comparison.hours.filter(({ now, before }) => now.count + before.count > 0);
    return sold.map((each) => ({
      key: each.at,
      name: formatTime(each.at),
      now: each.now,
      before: each.before,
      filter: {},
      nowSpan: span(each.at),
      beforeSpan: span(each.previousAt),
    }));
  }
  const { until, previousUntil } = comparison;
  const spans = {
    nowSpan: until === null ? {} : { paidBefore: until },
    beforeSpan: previousUntil === null ? {} : { paidBefore: previousUntil },
  };
  return namedRows(by, comparison, t)
    .map((row) => ({ ...row, ...spans }))
    .toSorted((a, b) => changed(b) - changed(a));
}

function namedRows(
  by: Exclude<ComparedBy, 'hour'>,
  { branches, terminals, cashiers, schemes }: Comparison,
  t: TFunction,
): Omit<ComparedRow, 'nowSpan' | 'beforeSpan'>[] {
  if (by === 'branch') {
    return branches.map(({ id, nameEn, nameAr, now, before }) => ({
      key: id,
      name: <bdi>{nameIn({ nameEn, nameAr })}</bdi>,
      now,
      before,
      filter: { branchId: [id] },
    }));
  }
  if (by === 'terminal') {
    return terminals.map(({ id, tid, now, before }) => ({
      key: id,
      name: <Identifier>{tid}</Identifier>,
      now,
      before,
      filter: { terminalId: [id] },
    }));
  }
  if (by === 'scheme') {
    return schemes.map(({ scheme, now, before }) => ({
      key: scheme,
      name: <SchemeMark scheme={scheme} named />,
      now,
      before,
      filter: { scheme: [scheme] },
    }));
  }
  return cashiers.map(({ id, fullName, now, before }) => ({
    key: id ?? noCashier,
    name:
      id === null ? (
        t('dashboard:compared.noCashier')
      ) : (
        <bdi>{fullName ?? t('dashboard:compared.unnamed')}</bdi>
      ),
    now,
    before,
    filter: { cashierId: [id ?? noCashier] },
  }));
}
