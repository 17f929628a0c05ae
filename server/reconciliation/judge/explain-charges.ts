import { type MatchKey, matchKeys } from '@mizan/contract/reconciliation-terms.ts';
import type { Explained, Explanation, ReasonParams } from './explanation.ts';

/** Which columns explain what the line kept, and what was expected of it. */
export function explainUnread({ both, judged }: Explained, line: number): Explanation {
  const { amountMinor = 0, column = '' } = judged.unreadCharges.get(line) ?? {};
  const params: ReasonParams = {
    column,
    amountMinor: Math.abs(amountMinor),
    bankMinor: both.lines.columns.chargeMinor[line] as number,
    expectedMinor: judged.agreedCharge[line] as number,
  };
  return { reason: 'unreadColumn', params, candidates: [] };
}

export function explainFee({ both, judged, matches }: Explained, line: number): Explanation {
  const { chargeMinor, grossMinor, feeMinor } = both.lines.columns;
  const gross = Math.abs(grossMinor[line] as number);
  const fee = feeMinor[line] as number;
  const isFeeTotal = matchKeys[matches.matchedBy[line] as number] === ('feeTotal' satisfies MatchKey);
  const expectedMinor = judged.fees.expectedMinor[line] as number;
  const bankMinor = isFeeTotal
    ? expectedMinor - (judged.lineDifference[line] as number)
    : (chargeMinor[line] as number);
  const params: ReasonParams = { bankMinor, expectedMinor, overchargedMinor: bankMinor - expectedMinor };
  if (!isFeeTotal && !Number.isNaN(fee) && gross > 0)
    params['bankRateBps'] = Math.round((Math.abs(fee) / gross) * 10_000);
  return { reason: 'fee', params, candidates: [] };
}
