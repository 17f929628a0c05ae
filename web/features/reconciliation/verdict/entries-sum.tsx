import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { BankFileDetail, BankFileResult, EntryFilter } from '@mizan/contract/reconciliation.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { Amount } from '../../../ui/amount.tsx';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import classes from './entries-section.module.css';
import {
  countIn,
  feesWithin,
  figureKey,
  figureMinor,
  groupSumsOf,
  holesOf,
  isFigure,
} from './verdict-figures.ts';

export interface Sum {
  currency: Currency;
  count: number;
  portalMinor?: number;
  bankMinor?: number;
  differenceMinor?: number;
  /** How much of the difference is fees and VAT, which stand in neither side; none where all of it is in them. */
  feesMinor?: number;
  /** Of the entries of a figure: the figure. */
  figureMinor?: number;
}
type WholeSum = Required<Omit<Sum, 'feesMinor' | 'figureMinor'>>;

/** What the rows of a tab add up to, by currency. */
function sumsOf(result: BankFileResult, filter: EntryFilter, { holes }: EntryParts): Sum[] {
  if (isFigure(filter))
    return result.currencies.flatMap((verdict) => {
      const count = countIn(verdict, filter);
      const { currency } = verdict;
      return count > 0 ? [{ currency, count, figureMinor: figureMinor(result, filter, verdict) }] : [];
    });
  if (filter === 'missingInBank' && holes !== undefined) {
    const hole = holesOf(result)[Number(holes) - 1];
    return hole ? [{ currency: hole.currency ?? 'SAR', count: hole.missingCount }] : [];
  }
  const rows = holes === undefined ? rowsOf(result, filter) : holeRows(result, holes);
  const sums: WholeSum[] = [];
  for (const row of rows) {
    const known = sums.find(({ currency }) => currency === row.currency);
    if (!known) {
      const { currency, count, portalMinor, bankMinor, differenceMinor } = row;
      sums.push({ currency, count, portalMinor, bankMinor, differenceMinor });
      continue;
    }
    known.count += row.count;
    known.portalMinor += row.portalMinor;
    known.bankMinor += row.bankMinor;
    known.differenceMinor += row.differenceMinor;
  }
  return sums
    .filter(({ count }) => count > 0)
    .map((sum) => {
      const feesMinor = feesWithin(result, filter, sum);
      return feesMinor === 0 ? sum : { ...sum, feesMinor };
    });
}

function rowsOf(result: BankFileResult, filter: EntryFilter): readonly WholeSum[] {
  const groups = groupSumsOf(result);
  if (filter === 'all') return groups;
  const ofGroup = groups.filter(({ group }) => group === filter);
  return ofGroup.length > 0 ? ofGroup : result.outcomes.filter(({ outcome }) => outcome === filter);
}

/** What waits stands on the portal's side alone: its difference is all of it. */
function holeRows(result: BankFileResult, holes: string): WholeSum[] {
  const [from = 1, to = from] = holes.split('-').map(Number);
  return holesOf(result)
    .slice(from - 1, to)
    .flatMap(({ currency, waitsCount, waitsMinor }) =>
      currency === null
        ? []
        : [
            {
              currency,
              count: waitsCount,
              portalMinor: -waitsMinor,
              bankMinor: 0,
              differenceMinor: waitsMinor,
            },
          ],
    );
}

const figures = ['portal', 'bank', 'difference', 'fees', 'figure'] as const;
const figuresOf = (sum: Omit<Sum, 'currency' | 'count'>) =>
  figures.flatMap((figure) => {
    const amountMinor = sum[`${figure}Minor`];
    return amountMinor === undefined ? [] : [[figure, amountMinor] as const];
  });

const isDifference = (filter: EntryFilter): boolean =>
  isFigure(filter) && filter !== 'portal' && filter !== 'bank';

/** How many rows a tab has in all, and what both sides of them add up to. */
export function EntriesSum({
  setRight,
  result,
  filter,
  parts,
  known,
}: {
  setRight: BankFileDetail['setRight'];
  result: BankFileResult;
  filter: EntryFilter;
  parts: EntryParts;
  /** What is asked beside the verdict, of rows that it does not add up by themselves. */
  known: readonly Sum[] | null;
}) {
  const { t } = useTranslation(['reconciliation', 'units']);
  // The verdict adds up no span of rows; the total that opens it stands beside what its lines come to.
  if (parts.rows !== undefined || parts.total !== undefined) return null;
  return (known ?? sumsOf(result, filter, parts)).map(({ currency, count, ...sum }) => (
    <dl key={currency} className={classes['foot']} data-sum={currency} {...opensNothing('rowsBeside')}>
      <div>
        <dt>{t('reconciliation:entries.count')}</dt>
        <dd>{formatNumber(count)}</dd>
      </div>
      {figuresOf(sum).map(([figure, amountMinor]) => (
        <div key={figure} data-figure={figure}>
          <dt>
            {t(isFigure(filter) ? figureKey(result, filter, setRight) : `reconciliation:entries.${figure}`)}
          </dt>
          <dd>
            <Amount
              amountMinor={amountMinor + 0}
              signed={figure === 'difference' || figure === 'fees' || isDifference(filter)}
              currency={currency}
            />
          </dd>
        </div>
      ))}
    </dl>
  ));
}
