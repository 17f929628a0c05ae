import type { LineNote } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { ListView, MoreRows } from '../../ui/list-view.tsx';
import classes from './reconciliation.module.css';
import { useRejectedLines } from './reconciliation.queries.ts';

/** A rejected line as a sentence: where, and what could not be read. */
const lineText = (t: TFunction, { line, code, field, value }: LineNote): string =>
  t(`reconciliation:lineError.${code}`, {
    line: formatNumber(line),
    value: value ?? '',
    field: field === null ? '' : t(`reconciliation:bankField.${field}`),
  });

/** The lines that were not read, each with its reason; the others were read all the same. */
export function RejectedLines({ id }: { id: string }) {
  const { t } = useTranslation('reconciliation');
  const list = useRejectedLines(id, 'REJECTED');
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
