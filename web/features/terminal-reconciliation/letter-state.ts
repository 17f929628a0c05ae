import type { ReconcileLetter, TerminalState } from '@mizan/contract/terminal-reconciliation.ts';

export type LetterState = ReconcileLetter['mails'][number]['state'];

/** What is true of all its mails: sent only where every one was. Null where it went to nobody, or is too old to know. */
export function letterState({ mails }: ReconcileLetter): LetterState | null {
  if (mails.length === 0) return null;
  if (mails.some(({ state }) => state === 'FAILED')) return 'FAILED';
  return mails.every(({ state }) => state === 'SENT') ? 'SENT' : 'WAITING';
}

/** The state of the letter that told of a terminal's newest reconciliation; null where none did. */
export function letterOfRow({ last }: TerminalState, letter: ReconcileLetter | null): LetterState | null {
  if (!last || !letter?.writtenAt || last.at < letter.runAt || last.at > letter.writtenAt) return null;
  return letterState(letter);
}
