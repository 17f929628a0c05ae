import type { LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { listedNotCountedKinds } from '@mizan/contract/reconciliation-terms.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/formats.ts';
import { opensNothing } from '../../../ui/opens-nothing.ts';
import { lineNoteText } from '../lines/line-note.words.ts';
import { listedRows, rowsSumText } from '../lines/listed-rows.ts';
import { NotCountedTable } from '../lines/rows-not-counted.tsx';
import classes from './reading.module.css';

type Whole = NonNullable<LayoutProposal['whole']>;

const noLines: ReadonlySet<string> = new Set(listedNotCountedKinds);

/** What of the file is no line: how all its rows add up, those that are none, and those that were rejected. */
export function ProposalRows({ whole }: { whole: Whole }) {
  const { t } = useTranslation('reconciliation');
  const { rows, notes } = whole;
  const others = notes.filter(({ code }) => noLines.has(code));
  const rejected = notes.filter(({ code }) => !noLines.has(code));
  return (
    <section className={classes['section']}>
      <div className={classes['sectionHead']}>
        <h2>{t('reconciliation:rows.title')}</h2>
        <span className={classes['hint']} {...opensNothing('rowsBeside')}>
          {formatNumber(listedRows({ rows }))}
        </span>
        <span className={classes['rowsSum']} {...opensNothing('ofFigures')}>
          {rowsSumText(t, rows, whole)}
        </span>
      </div>
      {others.length > 0 && <NotCountedTable notes={others} />}
      {whole.rejected > 0 && (
        <div className={classes['sectionHead']}>
          <h2>{t('reconciliation:rejected.title')}</h2>
          <span className={classes['hint']} {...opensNothing('rowsBeside')}>
            {formatNumber(whole.rejected)}
          </span>
        </div>
      )}
      {rejected.length > 0 && (
        <ul className={classes['notCounted']}>
          {rejected.map((row) => (
            <li key={row.line}>{lineNoteText(t, row)}</li>
          ))}
        </ul>
      )}
      {whole.rejected > rejected.length && (
        <p className={classes['hint']}>
          {t('reconciliation:reading.moreRejected', {
            rejected: formatNumber(whole.rejected - rejected.length),
          })}
        </p>
      )}
    </section>
  );
}
