import { transactionQuery } from '@mizan/contract/transactions.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type * as z from 'zod';

/**
 * The screen's state in its URL: the filters of the route itself and which transaction is open, so that a
 * reload, the way back and a shared link show the same.
 */
type Filter = Omit<z.input<typeof transactionQuery>, 'cursor' | 'limit'>;
export interface TransactionSearch extends Filter {
  open?: string | undefined;
}

export type ListFilter = 'status' | 'scheme' | 'terminalId' | 'branchId' | 'cashierId';

/** Reads what stands in the address: a value that the route would refuse is left out, the others stay. */
export function readSearch(raw: Record<string, unknown>): TransactionSearch {
  const shape = transactionQuery.shape;
  const kept: Record<string, unknown> = {};
  for (const name of Object.keys(shape) as (keyof typeof shape)[]) {
    if (name === 'cursor' || name === 'limit' || raw[name] === undefined) continue;
    const value = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
    const read = shape[name].safeParse(value);
    if (read.success && read.data !== undefined) kept[name] = read.data;
  }
  const open = String(raw['open'] ?? '');
  return { ...kept, ...(/^[1-9]\d{0,18}$/.test(open) ? { open } : {}) };
}

/** The state of the screen and the ways to change it. */
export function useTransactionSearch() {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = JSON.stringify(raw);
  const search = useMemo(() => readSearch(JSON.parse(address) as Record<string, unknown>), [address]);
  const { open, ...filter } = search;

  /** What a person sets replaces the address while typing and adds to the history otherwise. */
  function change(part: Partial<TransactionSearch>, replace = false): void {
    const next: Record<string, unknown> = { ...search, ...part };
    for (const [name, value] of Object.entries(next)) {
      if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
        delete next[name];
    }
    void navigate({ to: '.', search: next as never, replace });
  }
  return {
    filter: filter as Filter,
    open: open ?? null,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () => change(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]))),
  };
}
export type TransactionSearchState = ReturnType<typeof useTransactionSearch>;
