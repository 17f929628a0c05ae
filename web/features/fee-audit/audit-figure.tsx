import type { AuditLineKind, AuditRow, FeeAudit } from '@mizan/contract/fee-audit.ts';
import type { Currency } from '@mizan/contract/money.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './fee-audit.module.css';
import { type FeeAuditAddress, rowKey } from './fee-audit.search.ts';

/** What a figure is made of: lines of a side of one row, or of all rows of a currency. */
export type Opened = { row: AuditRow } | { all: Currency };

interface Props {
  address: FeeAuditAddress;
  of: Opened;
  side: AuditLineKind;
  /** The id of what heads its row: in a list of buttons the same figure stands more than once. */
  describedBy?: string;
  /** A figure alone, or a figure with what it is. */
  children: ReactNode;
}

/** A figure that opens the lines that it adds up. */
export function AuditFigure({ address: { state, change }, of, side, describedBy, children }: Props) {
  const { t } = useTranslation('fees');
  const row = 'row' in of ? rowKey(of.row) : undefined;
  const all = 'all' in of ? of.all : undefined;
  const chosen =
    state.row === row &&
    state.all === all &&
    state.sums === undefined &&
    (state.side ?? 'over') === side &&
    state.cause === undefined;
  return (
    <button
      type="button"
      className={classes['figure']}
      title={t('fees:lines.open')}
      aria-pressed={chosen}
      aria-describedby={describedBy}
      onClick={() => change({ row, all, side, cause: undefined, sums: undefined })}
    >
      {children}
    </button>
  );
}

/** How many lines a figure has, and what they come to where that is a sum of the audit. */
export function figureOf(
  audit: FeeAudit,
  of: Opened,
  side: AuditLineKind,
  causeKey: string | undefined,
): { count: number; minor: number | null } {
  const rows = 'row' in of ? [of.row] : audit.rows.filter(({ currency }) => currency === of.all);
  const sum = (name: (row: AuditRow) => number): number => rows.reduce((total, row) => total + name(row), 0);
  const causes = rows
    .flatMap((row) => row.causes)
    .filter((cause) => (side === 'judged' || cause.side === side) && (causeKey ?? cause.key) === cause.key);
  const differing = {
    count: causes.reduce((total, { count }) => total + count, 0),
    minor: causes.reduce((total, { differenceMinor }) => total + differenceMinor, 0),
  };
  if (side === 'notJudged')
    return { count: sum((row) => row.notJudgedCount), minor: sum((row) => row.notJudgedMinor) };
  if (side === 'unsaid') return { count: sum((row) => row.unsaidCount), minor: null };
  if (side === 'otherAmount') return { count: sum((row) => row.otherAmountCount), minor: null };
  if (side === 'judged' && causeKey === undefined)
    return { count: sum((row) => row.count), minor: differing.minor };
  if (side === 'asAgreed')
    return {
      count: sum((row) => row.count - row.overCount - row.underCount - row.roundingCount),
      minor: null,
    };
  return differing;
}
