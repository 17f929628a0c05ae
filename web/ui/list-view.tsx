import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../platform/formats.ts';
import { useFirstPaintOver } from './first-paint.ts';
import classes from './list-view.module.css';
import { ErrorState, LoadingState, NoResultsState } from './states.tsx';

/** What a list says of itself (`useList` of platform/list.ts). */
export interface ShownList<Row> {
  rows: Row[];
  isPending: boolean;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

export interface ListViewProps<Row> {
  list: ShownList<Row>;
  /** Lines of the skeleton: about as many as rows will stand there. */
  skeletonRows?: number;
  /** Where filters are set: what stands for no rows offers to clear them. `false` also where there are none to set. */
  onClear: (() => void) | false;
  /** What stands for no rows where nothing is filtered: what will stand here, and what to do first. */
  empty: ReactNode;
  /** The rows themselves. */
  children: (rows: Row[]) => ReactNode;
}

/**
 * A list in whichever state it is: on its way, without a line, refused (also for want of a right), empty, filtered to
 * nothing, or its rows. Rows that are there stay through a failure to ask again.
 */
export function ListView<Row>({ list, skeletonRows = 8, onClear, empty, children }: ListViewProps<Row>) {
  const hasRest = useFirstPaintOver();
  if (list.isPending || !hasRest) return <LoadingState rows={skeletonRows} />;
  if (list.rows.length > 0) return children(list.rows);
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  return onClear ? <NoResultsState onClear={onClear} /> : empty;
}

/** On paper alone, where a list goes on: a part of it that is printed must not look like all of it. */
export function PrintedPart({ count }: { count: number }) {
  const { t } = useTranslation('common');
  return (
    <p className={classes['printedPart']}>{t('common:words.printedPart', { rows: formatNumber(count) })}</p>
  );
}

/** The way to the next page, in whose place the paper says that there is one; nothing where the last row shows. */
export function MoreRows({
  list,
}: {
  list: Pick<ShownList<unknown>, 'rows' | 'hasMore' | 'isLoadingMore' | 'loadMore'>;
}) {
  const { t } = useTranslation('common');
  if (!list.hasMore) return null;
  return (
    <>
      <div className={classes['more']}>
        <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('common:actions.more')}
        </Button>
      </div>
      <PrintedPart count={list.rows.length} />
    </>
  );
}
