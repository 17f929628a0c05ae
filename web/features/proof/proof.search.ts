import { type Currency, currencies } from '@mizan/contract/money.ts';
import {
  type ProofBy,
  type ProofCause,
  type ProofLevel,
  type ProofSum,
  proofBys,
  proofCauses,
  proofLevels,
  proofSums,
} from '@mizan/contract/proof.ts';
import { useAddress } from '../../platform/address.ts';
import { day, oneOf, readFields, rowId, text } from '../../platform/search.ts';

/** The state of the proof, as its address names it. */
export interface ProofSearch {
  /** One business day, or 'YYYY-MM' of them; yesterday where neither is there. */
  day?: string;
  month?: string;
  branch?: string;
  bank?: string;
  currency?: Currency;
  /** What its rows are, where they are no branches. */
  by?: Exclude<ProofBy, 'branch'>;
  /** The gap that is open: a row of the proof, a level, and one of its causes. */
  row?: string;
  level?: ProofLevel;
  cause?: ProofCause;
  /** Or one of the sums of the row. */
  sum?: ProofSum;
  /** The row whose terminals show. */
  unfold?: string;
}

const causes: readonly ProofCause[] = [
  ...proofCauses.host,
  ...proofCauses.terminals,
  ...proofCauses.lines,
  ...proofCauses.deposit,
];
const rowKey = /^(all|[bk](-1|\d{1,18})(t\d{1,18})?)$/;

const readSearch = (raw: Record<string, unknown>): ProofSearch =>
  readFields<ProofSearch>(raw, {
    day,
    month: text(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/),
    branch: rowId,
    bank: text(/^(unknown|[1-9]\d{0,18})$/),
    currency: oneOf(currencies),
    by: oneOf(proofBys.filter((each) => each !== 'branch')),
    row: text(rowKey),
    level: oneOf(proofLevels),
    cause: oneOf(causes),
    sum: oneOf(proofSums),
    unfold: text(rowKey),
  });

/** What of the address is asked of the portal. */
export const askedOf = ({ day: ofDay, month, branch, bank, currency, by }: ProofSearch) => ({
  ...(ofDay !== undefined ? { day: ofDay } : { month }),
  branchId: branch,
  bankId: bank,
  currency,
  by: by ?? ('branch' as const),
});
export type AskedProof = ReturnType<typeof askedOf>;

export const readAsked = (raw: Record<string, unknown>): AskedProof => askedOf(readSearch(raw));

export const useProofSearch = () => useAddress(readSearch);
export type ProofAddress = ReturnType<typeof useProofSearch>;
