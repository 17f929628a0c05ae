import { getEarlierFiles } from '@mizan/contract/earlier-files.ts';
import type { EntryParts } from '@mizan/contract/entry-parts.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../platform/query-client.ts';
import { outcomeKey } from '../bank-file/outcome.words.ts';
import type { BankFileTab } from '../bank-file/reconciliation.search.ts';
import type { Sum } from './entries-sum.tsx';

/** Lines that speak of an earlier file, as the address narrows them: how they are called, and what they add up to. */
export interface MendedLines {
  name: string;
  /** Null until it is known. */
  count: number | null;
  sums: readonly Sum[];
}

/** Null where the address names no such lines. */
export function useMended(
  { id }: BankFileDetail,
  tab: BankFileTab,
  { earlier, currency }: EntryParts,
): MendedLines | null {
  const { t } = useTranslation('reconciliation');
  const isMended = tab === 'corrected' || (tab === 'sameAsBefore' && earlier !== undefined);
  const { data } = useQuery({
    ...routeQuery(getEarlierFiles, { params: { id } }, { live: ['FIL'] }),
    enabled: isMended,
  });
  if (!isMended) return null;
  const rows = (data?.[tab === 'corrected' ? 'corrected' : 'asked'] ?? []).filter(
    (row) =>
      (earlier === undefined || row.bankFileId === earlier) &&
      (currency === undefined || row.currency === currency),
  );
  const file = earlier === undefined ? undefined : rows[0]?.fileName;
  return {
    name:
      file !== undefined
        ? t(`reconciliation:mended.${tab}Of`, { file })
        : t(tab === 'corrected' ? 'reconciliation:mended.corrected' : outcomeKey('sameAsBefore')),
    count: data ? rows.reduce((sum, row) => sum + row.count, 0) : null,
    sums: byCurrency(rows),
  };
}

function byCurrency(rows: readonly Sum[]): Sum[] {
  const sums = new Map<Sum['currency'], Sum>();
  for (const { currency, count, bankMinor, differenceMinor } of rows) {
    const known = sums.get(currency) ?? { currency, count: 0 };
    sums.set(currency, {
      currency,
      count: known.count + count,
      ...(bankMinor !== undefined && { bankMinor: (known.bankMinor ?? 0) + bankMinor }),
      ...(differenceMinor !== undefined && {
        differenceMinor: (known.differenceMinor ?? 0) + differenceMinor,
      }),
    });
  }
  return [...sums.values()];
}
