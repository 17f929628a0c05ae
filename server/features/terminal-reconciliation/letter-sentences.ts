import type { Balance } from '@mizan/contract/terminal-reconciliation-terms.ts';
import type { Words } from '../../platform/words.ts';

/** What the mail after the daily reconciliation says of one terminal. Amounts in halalas. */
export interface DayOfTerminal {
  tid: string;
  branch: { en: string; ar: string };
  /** Null where it has not reconciled. */
  balance: Balance | null;
  /** Since when it counts is not known, so that the portal's side was not compared. */
  isFirst: boolean;
  /** What it has more than its host, debits less credits. */
  discrepancyMinor: number;
  /** Approved and counted in no reconciliation. */
  waiting: { count: number; totalMinor: number };
}

/** More terminals are counted rather than named: the screen has them all. */
const namedMax = 40;

/** Those that need somebody, one a line; one sentence where all of them reconciled and agree. */
export function sentencesOf(words: Words, terminals: readonly DayOfTerminal[]): string {
  const open = terminals.filter(({ balance, isFirst }) => balance !== 'BALANCED' || isFirst);
  if (terminals.length === 0) return words.text('mails:terminalsDay.none');
  if (open.length === 0) return words.text('mails:terminalsDay.agree', { count: terminals.length });
  const named = open.slice(0, namedMax).map((terminal) => sentenceOf(words, terminal));
  const more = open.length - named.length;
  return [...named, ...(more > 0 ? [words.text('mails:terminalsDay.more', { count: more })] : [])].join('\n');
}

function sentenceOf(
  words: Words,
  { tid, branch, balance, isFirst, discrepancyMinor, waiting }: DayOfTerminal,
): string {
  const which = { tid, branch: branch[words.language] };
  if (balance === null) {
    return waiting.count === 0
      ? words.text('mails:terminalsDay.notReconciledEmpty', which)
      : words.text('mails:terminalsDay.notReconciled', {
          ...which,
          count: waiting.count,
          amount: words.amount(waiting.totalMinor),
        });
  }
  if (balance === 'BALANCED' && isFirst) return words.text('mails:terminalsDay.first', which);
  if (balance === 'PORTAL_DIFFERS') return words.text('mails:terminalsDay.portalDiffers', which);
  if (discrepancyMinor === 0) return words.text('mails:terminalsDay.unbalanced', which);
  const side = discrepancyMinor < 0 ? 'lessThanHost' : 'moreThanHost';
  return words.text(`mails:terminalsDay.${side}`, {
    ...which,
    amount: words.amount(Math.abs(discrepancyMinor)),
  });
}
