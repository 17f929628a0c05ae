import { type StateSum, sumExceptions } from '@mizan/contract/exceptions.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { BankFileDetail, BankFileResult } from '@mizan/contract/reconciliation.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatAmount } from '../../../platform/formats.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import { HoleLink } from '../bank-file/hole-link.tsx';
import classes from './exceptions-beside.module.css';

/** Beside a verdict, which none of it changes: what people did with its exceptions, and how many lines they matched. */
export function ExceptionsBeside({ detail, result }: { detail: BankFileDetail; result: BankFileResult }) {
  const { t } = useTranslation(['reconciliation', 'units']);
  const query = useQuery(routeQuery(sumExceptions, { query: { bankFileId: detail.id } }, { live: ['FIL'] }));
  const sums = (query.data?.sums ?? []).filter(({ state }) => state !== 'WITHDRAWN');
  const lines = result.byHand?.lines ?? 0;
  if (sums.length === 0 && lines === 0) return null;
  return (
    <p className={classes['openWork']}>
      {together(sums).map(({ state, count, byName }) => (
        <Link
          key={`${state} ${byName}`}
          to={paths.exceptions}
          search={{ file: detail.id, ...(state !== 'OPEN' && { state }) } as never}
        >
          {t(`reconciliation:work.${state}${byName === null ? '' : 'By'}`, { count, name: byName ?? '' })}
        </Link>
      ))}
      {setRightOf(detail).map(({ currency, key, minor }) => (
        <span key={`${currency} ${key}`}>
          {t(`reconciliation:work.${key}`, {
            amount: formatAmount(minor),
            currency: t(`units:currency.${currency}`),
          })}
        </span>
      ))}
      {lines > 0 && (
        <HoleLink file={detail.id} tab="byHand">
          {t('reconciliation:work.byHand', { lines: t('units:line', { count: lines }) })}
        </HoleLink>
      )}
    </p>
  );
}

/** What its lines lack that a later file set right, and what of them sets an earlier one right. */
const setRightOf = ({ setRight }: BankFileDetail) =>
  setRight
    .flatMap(({ currency, amountMinor, givenMinor }) => [
      { currency, key: 'setRight', minor: amountMinor } as const,
      { currency, key: 'setsRight', minor: givenMinor } as const,
    ])
    .filter(({ minor }) => minor > 0);

/** Of all currencies together: how many stand in a state, and who accepted them. */
function together(sums: readonly StateSum[]): Pick<StateSum, 'state' | 'count' | 'byName'>[] {
  const counts = new Map<string, Pick<StateSum, 'state' | 'count' | 'byName'>>();
  for (const { state, count, byName } of sums) {
    const key = `${state} ${byName}`;
    counts.set(key, { state, byName, count: (counts.get(key)?.count ?? 0) + count });
  }
  return [...counts.values()];
}
