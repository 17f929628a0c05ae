import type { Claim } from '@mizan/contract/claim.ts';
import type { BankFileResult, BankFileState } from '@mizan/contract/reconciliation.ts';
import { isEven, type Verdict } from '@mizan/contract/verdicts.ts';

/** Of a bank file, what says whether it still asks for a person. */
interface Judged {
  state: BankFileState;
  verdict: Verdict | null;
  summary: BankFileResult | null;
}

/** A file asks for a person while its columns wait, and while something of it differs, waits or is absent: what settles it judges it again. */
export const isOpen = ({ state, verdict }: Judged): boolean =>
  state === 'WAITING_LAYOUT' || (state === 'DONE' && (verdict === null || !isEven(verdict)));

/** What is to be asked for. */
export const toClaimOf = ({ state, summary }: Judged): Claim[] =>
  state === 'DONE' && summary
    ? summary.currencies.map(({ currency, groups }) => ({ currency, amountMinor: -groups.toClaim + 0 }))
    : [];
