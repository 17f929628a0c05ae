import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

/** Some of a screen's state; undefined takes a field out of the address. */
export type Change<State> = { [K in keyof State]?: State[K] | undefined };

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

const set = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => isSet(value)));

const withoutEnd = (path: string): string => path.replace(/\/$/, '');

/**
 * A screen's state in its address, so that a reload, the way back and a shared link show the same. `read` is made of
 * the readers of search.ts and stands outside the component. What is chosen adds an entry to the history; what is
 * typed, or what steps through details, replaces the one that stands (`replace`).
 */
export function useAddress<State extends object>(read: (raw: Record<string, unknown>) => State) {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const router = useRouter();
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname });
  const address = JSON.stringify(raw);
  const state = useMemo(() => read(JSON.parse(address) as Record<string, unknown>), [address, read]);

  // Whoever has gone on to another screen keeps that one's address, whatever is answered here by then.
  const lead = (next: (raw: Record<string, unknown>) => Change<State>, replace: boolean): void => {
    if (withoutEnd(router.latestLocation.pathname) !== withoutEnd(path)) return;
    const search = (raw: Record<string, unknown>) => set(next(raw));
    void navigate({ to: '.', search: search as never, replace, resetScroll: false });
  };
  /** Leads to this state alone. */
  const go = (next: Change<State>, replace = false): void => lead(() => next, replace);
  /** Changes part of what the address says by then: a change that came just before may not be on the screen yet. */
  const change = (part: Change<State>, replace = false): void =>
    lead((raw) => ({ ...read(raw), ...part }), replace);
  /** The same of what an answer changes: nothing, where something else was opened while it was waited for. */
  const changeIfStill = (part: Change<State>, replace = false): void =>
    lead((raw) => {
      const now = read(raw);
      const names = Object.keys(part) as (keyof State)[];
      const stands = names.every((name) => JSON.stringify(now[name]) === JSON.stringify(state[name]));
      return stands ? { ...now, ...part } : now;
    }, replace);
  return { state, go, change, changeIfStill };
}
