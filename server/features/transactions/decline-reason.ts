import {
  generalProviderCodes,
  tellingActionCodes,
  tellingProviderCodes,
} from '@mizan/contract/decline-reasons.ts';

/** Codes of the contract's own tables, digits all of them. */
const listed = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ');

/** Why a payment of `alias` was declined, as declineReasonOf of the contract has it. */
export const declineReason = (alias: string): string => `CASE
  WHEN (${alias}.provider_code IS NULL OR ${alias}.provider_code IN (${listed(generalProviderCodes)}))
   AND ${alias}.action_code IN (${listed(tellingActionCodes)}) THEN 'A' || ${alias}.action_code
  WHEN ${alias}.provider_code IN (${listed(tellingProviderCodes)}) THEN 'P' || ${alias}.provider_code
  ELSE 'NONE' END`;
