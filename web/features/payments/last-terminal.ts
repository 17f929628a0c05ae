import { readSession } from '../../platform/session.store.ts';

/** The terminal on which this person last took a payment in this browser: the next one is likely to be there too. */
const storageKey = 'last-terminal';

function owner(): string {
  const session = readSession();
  return session ? `${session.role} ${session.email} ${session.userName}` : '';
}

export function lastTerminal(): string | null {
  const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
  if (!Array.isArray(kept)) return null;
  const [who, terminalId] = kept as string[];
  return who === owner() ? (terminalId ?? null) : null;
}

export const rememberTerminal = (terminalId: string): void =>
  localStorage.setItem(storageKey, JSON.stringify([owner(), terminalId]));
