import { Button } from '@mantine/core';
import { readSearch, type SearchKind, type SearchReading } from '@mizan/contract/transaction-search.ts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../platform/formats.ts';
import classes from './transactions.module.css';
import type { TransactionSearchState } from './transactions.search.ts';

/** One reading of each kind: an order reference in other digits is the same way. */
const waysOf = (search: string): SearchReading[] => {
  const ways = new Map<SearchKind, SearchReading>();
  for (const reading of readSearch(search)) if (!ways.has(reading.as)) ways.set(reading.as, reading);
  return [...ways.values()];
};

const wayText = ({ as, value, tid }: SearchReading, t: TFunction): string =>
  t(`transactions:searched.way.${as}`, {
    value: typeof value === 'number' ? formatAmount(value) : value,
    tid,
  });

/** What the search was read as; of several ways each can be taken by itself. */
export default function SearchedAs({ state, search }: { state: TransactionSearchState; search: string }) {
  const { t } = useTranslation('transactions');
  const ways = waysOf(search);
  const chosen = state.filter.searchAs;
  if (ways.length === 0) return null;
  const [only] = ways;
  return (
    <div className={classes['searched']} role="group" aria-label={t('transactions:searched.label')}>
      <span>{t('transactions:searched.label')}</span>
      {ways.length === 1 && only ? (
        <strong>{wayText(only, t)}</strong>
      ) : (
        <>
          <Way
            text={t('transactions:searched.all')}
            isChosen={chosen === undefined}
            onChoose={() => state.change({ searchAs: undefined })}
          />
          {ways.map((way) => (
            <Way
              key={way.as}
              text={wayText(way, t)}
              isChosen={chosen === way.as}
              onChoose={() => state.change({ searchAs: way.as })}
            />
          ))}
        </>
      )}
    </div>
  );
}

function Way({ text, isChosen, onChoose }: { text: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <Button
      size="compact-sm"
      radius="xl"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      {text}
    </Button>
  );
}
