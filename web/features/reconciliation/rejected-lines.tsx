import type { LineNote } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import classes from './reconciliation.module.css';
import { useLineNotes } from './reconciliation.queries.ts';

/** A line as a sentence: where, and what could not be read or is damaged. */
function lineText(t: TFunction, { line, code, field, value }: LineNote): string {
  const text = code === 'currency' && value === '' ? 'noCurrency' : code;
  return t(`reconciliation:lineError.${text}`, {
    line: formatNumber(line),
    value: value ?? '',
    field: field === null ? '' : t(`reconciliation:bankField.${field}`),
  });
}

/** The lines that were not read, or were read with a warning, each with its reason. */
export function RejectedLines({ id, kind }: { id: string; kind: 'REJECTED' | 'WARNING' }) {
  const { t } = useTranslation('reconciliation');
  const list = useLineNotes(id, kind);
  return (
    <ListView list={list} skeletonRows={6} empty={null}>
      {(rows) => (
        <>
          <ul className={classes['rejected']}>
            {rows.map((note) => (
              <li key={note.seq}>{lineText(t, note)}</li>
            ))}
          </ul>
          <MoreRows list={list} />
        </>
      )}
    </ListView>
  );
}
