import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

/** Some of a screen's state; undefined takes a field out of the address. */
export type Change<State> = { [K in keyof State]?: State[K] | undefined };

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/**
 * A screen's state in its address, so that a reload, the way back and a shared link show the same. `read` is made of
 * the readers of search.ts and stands outside the component. What is chosen adds an entry to the history; what is
 * typed, or what steps through details, replaces the one that stands (`replace`).
 */
export function useAddress<State extends object>(read: (raw: Record<string, unknown>) => State) {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const address = JSON.stringify(raw);
  const state = useMemo(() => read(JSON.parse(address) as Record<string, unknown>), [address, read]);

  /** Leads to this state alone. */
  function go(next: Change<State>, replace = false): void {
    const search = Object.fromEntries(Object.entries(next).filter(([, value]) => isSet(value)));
    void navigate({ to: '.', search: search as never, replace, resetScroll: false });
  }
  const change = (part: Change<State>, replace = false): void => go({ ...state, ...part }, replace);
  return { state, go, change };
}
