import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { entryGroups } from '@mizan/contract/verdict-parts.ts';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import type { BankFileTab } from '../bank-file/reconciliation.search.ts';
import classes from './entries-section.module.css';
import { groupCounts } from './verdict-figures.ts';

/** '326 lines = 314 + 12': every line that was read, by what became of it; each number opens its rows. */
export function LinesCheck({
  detail,
  result,
  onOpen,
}: {
  detail: BankFileDetail;
  result: BankFileResult;
  onOpen: (tab: BankFileTab) => void;
}) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const counts = groupCounts(result);
  const parts = entryGroups
    .map((group) => ({ group, lines: counts.get(group)?.lines ?? 0 }))
    .filter(({ lines }) => lines > 0)
    .sort((a, b) => b.lines - a.lines);
  if (parts.length === 0) return null;
  return (
    <p className={classes['check']}>
      <span {...opensNothing('ofFigures')}>{t('units:line', { count: detail.linesRead })}</span>{' '}
      <span aria-hidden="true">=</span>{' '}
      {parts.map(({ group, lines }, index) => (
        <Fragment key={group}>
          {index > 0 && <span>+ </span>}
          <button type="button" title={t(`reconciliation:group.${group}`)} onClick={() => onOpen(group)}>
            {formatNumber(lines)}{' '}
            <span className="mz-visually-hidden">{t(`reconciliation:group.${group}`)}</span>
          </button>{' '}
        </Fragment>
      ))}
    </p>
  );
}
