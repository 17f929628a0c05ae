import type { LineNote } from '@mizan/contract/reconciliation.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/formats.ts';
import { ErrorState, LoadingState } from '../../ui/states.tsx';
import { MoreRows } from './more-rows.tsx';
import classes from './reconciliation.module.css';
import { useRejectedLines } from './reconciliation.queries.ts';

/** A rejected line as a sentence: where, and what could not be read. */
export const lineText = (t: TFunction, { line, code, field, value }: LineNote): string =>
  t(`reconciliation:lineError.${code}`, {
    line: formatNumber(line),
    value: value ?? '',
    field: field === null ? '' : t(`reconciliation:bankField.${field}`),
  });

/** The lines that were not read, each with its reason; the others were read all the same. */
export function RejectedLines({ id }: { id: string }) {
  const { t } = useTranslation('reconciliation');
  const { query, rows } = useRejectedLines(id, 'REJECTED');
  if (query.isPending) return <LoadingState rows={6} />;
  if (query.isError && rows.length === 0)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ul className={classes['rejected']}>
        {rows.map((note) => (
          <li key={note.seq}>{lineText(t, note)}</li>
        ))}
      </ul>
      <MoreRows query={query} />
    </>
  );
}
