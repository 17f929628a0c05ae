import { useTranslation } from 'react-i18next';
import { ListView, MoreRows } from '../../../ui/list-view.tsx';
import { useLineNotes } from '../bank-file/reconciliation.queries.ts';
import { lineNoteText } from './line-note.words.ts';
import classes from './rejected-lines.module.css';

/** The lines that were not read, or were read with a warning, each with its reason. */
export function RejectedLines({ id, kind }: { id: string; kind: 'REJECTED' | 'WARNING' }) {
  const { t } = useTranslation('reconciliation');
  const list = useLineNotes(id, kind);
  return (
    <ListView list={list} skeletonRows={6} onClear={false} empty={null}>
      {(rows) => (
        <>
          <ul className={classes['rejected']}>
            {rows.map((note) => (
              <li key={note.seq}>{lineNoteText(t, note)}</li>
            ))}
          </ul>
          <MoreRows list={list} />
        </>
      )}
    </ListView>
  );
}
