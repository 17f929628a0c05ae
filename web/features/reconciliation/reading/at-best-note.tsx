import type { AtBest } from '@mizan/contract/bank-file-part.ts';
import { useTranslation } from 'react-i18next';
import { VerdictMark } from '../../../ui/verdict-mark.tsx';
import { atBestText } from './covered-row.words.ts';
import classes from './reading.module.css';

/** What the verdict is at best, and why it cannot be better. `changed`: why a remembered reading is asked about again. */
export function AtBestNote({ atBest, changed }: { atBest: AtBest; changed: string | null }) {
  const { t } = useTranslation(['reconciliation', 'transactions']);
  const { verdict } = atBest;
  return (
    <div role="status" className={classes['atBest']} data-verdict={verdict}>
      <VerdictMark verdict={verdict} />
      <p>
        <strong>{t(`reconciliation:reading.atBest.${verdict}`)}</strong>
        {atBestText(t, atBest)}
        {changed !== null && <span className={classes['hint']}>{changed}</span>}
      </p>
    </div>
  );
}
