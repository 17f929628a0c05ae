import { useParams } from '@tanstack/react-router';
import { useAddress } from '../../platform/address.ts';
import { oneOf, readFields } from '../../platform/search.ts';

/** What shows beside a terminal: how much of its history, as a picture or a table, and what is open. */
interface TerminalDetailSearch {
  hours?: '168';
  as?: 'table';
  log?: 'all';
  panel?: 'pair' | 'change' | 'settings';
}

const readSearch = (raw: Record<string, unknown>): TerminalDetailSearch =>
  readFields<TerminalDetailSearch>(raw, {
    hours: oneOf(['168'] as const),
    as: oneOf(['table'] as const),
    log: oneOf(['all'] as const),
    panel: oneOf(['pair', 'change', 'settings'] as const),
  });

export function useTerminalDetailSearch() {
  const { state, change, changeIfStill } = useAddress(readSearch);
  return { ...state, change, changeIfStill };
}
export type TerminalDetailState = ReturnType<typeof useTerminalDetailSearch>;

/** The number in the address; empty where the page is being left. */
export function useTidOfAddress(): string {
  const { tid } = useParams({ strict: false }) as { tid?: string };
  return tid ?? '';
}
