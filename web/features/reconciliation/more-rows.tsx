import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './reconciliation.module.css';

/** What of an endless query says whether there is more, and gets it. */
interface Paged {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** The way to the next page of a list; nothing where its last row shows. */
export function MoreRows({ query }: { query: Paged }) {
  const { t } = useTranslation('reconciliation');
  if (!query.hasNextPage) return null;
  return (
    <div className={classes['more']}>
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {t('reconciliation:list.more')}
      </Button>
    </div>
  );
}
