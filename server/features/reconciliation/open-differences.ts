import type { Claim } from '@mizan/contract/claim.ts';
import { type Currency, currencies } from '@mizan/contract/money.ts';
import type { BankFileDetail, BankFileResult, BankFileState } from '@mizan/contract/reconciliation.ts';
import { isEven, type Verdict } from '@mizan/contract/verdicts.ts';

/** By currency, signed as the lines differ. */
export type SetRight = Readonly<Partial<Record<Currency, { lackedMinor: number; givenMinor: number }>>>;

/** Of a bank file, what says whether it still asks for a person. */
interface Judged {
  state: BankFileState;
  verdict: Verdict | null;
  summary: BankFileResult | null;
  setRight: SetRight | null;
  isSettled: boolean;
}

/**
 * A file asks for a person while its columns wait, and while something of it differs, waits or is absent: what settles it judges it
 * again, or stands with it in another file.
 */
export const isOpen = ({ state, verdict, isSettled }: Judged): boolean =>
  state === 'WAITING_LAYOUT' || (state === 'DONE' && (verdict === null || !isEven(verdict)) && !isSettled);

/** What is to be asked for: without what a later file set right. */
export const toClaimOf = ({ state, summary, setRight }: Judged): Claim[] =>
  state === 'DONE' && summary
    ? summary.currencies.map(({ currency, groups }) => ({
        currency,
        amountMinor: (setRight?.[currency]?.lackedMinor ?? 0) - groups.toClaim + 0,
      }))
    : [];

/** What of its lines is not to be claimed, because a later file set it right, and what of them sets an earlier one right. */
export const setRightOf = ({ state, setRight }: Judged): BankFileDetail['setRight'] =>
  state === 'DONE'
    ? currencies.flatMap((currency) => {
        const of = setRight?.[currency];
        return of ? [{ currency, amountMinor: -of.lackedMinor + 0, givenMinor: of.givenMinor }] : [];
      })
    : [];
