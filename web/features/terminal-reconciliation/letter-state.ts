import type { DailyLetter } from '@mizan/contract/daily-letter.ts';
import type { TerminalState } from '@mizan/contract/terminal-reconciliation.ts';
import { type LetterState, letterState } from '../../ui/letter-state.ts';

/** The state of the letter that told of a terminal's newest reconciliation; null where none did. */
export function letterOfRow({ last }: TerminalState, letter: DailyLetter | null): LetterState | null {
  if (!last || !letter?.writtenAt || last.at < letter.runAt || last.at > letter.writtenAt) return null;
  return letterState(letter);
}
