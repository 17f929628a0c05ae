import type { DailyLetter } from '@mizan/contract/daily-letter.ts';

export type LetterState = DailyLetter['mails'][number]['state'];

/** What is true of all its mails: sent only where every one was. Null where it went to nobody, or is too old to know. */
export function letterState({ mails }: DailyLetter): LetterState | null {
  if (mails.length === 0) return null;
  if (mails.some(({ state }) => state === 'FAILED')) return 'FAILED';
  return mails.every(({ state }) => state === 'SENT') ? 'SENT' : 'WAITING';
}
