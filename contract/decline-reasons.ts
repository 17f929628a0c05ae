import { actionCodes } from './action-codes.ts';
import { providerCodes } from './provider-codes.ts';

/**
 * Why a payment was declined, as one key: 'A116' is the bank's action code, 'P13' the provider's code where that says
 * more, and 'NONE' where neither has words (rules S8). The list's filter takes the same keys (`declineReasonPattern`).
 */
export type DeclineReason = `A${string}` | `P${string}` | 'NONE';

/** Codes of the provider that say little where the bank's own code says more. */
export const generalProviderCodes: readonly string[] = ['01', '02', '14', '16', '89'];

/** Of the provider, and without a reason in them: approved, declined, rejected, void. */
const wordlessProviderCodes: ReadonlySet<string> = new Set(['00', '01', '02', '12']);

/** The provider's codes that name a reason. */
export const tellingProviderCodes: readonly string[] = Object.keys(providerCodes).filter(
  (code) => !wordlessProviderCodes.has(code),
);

/** The bank's codes that refuse: each has words. */
export const tellingActionCodes: readonly string[] = Object.entries(actionCodes).flatMap(
  ([code, { action }]) => (action === 'Approve' ? [] : [code]),
);

/** The reason that the two codes of a declined payment give; the database reads them alike (decline-reason.ts). */
export function declineReasonOf(providerCode: string | null, actionCode: string | null): DeclineReason {
  const isGeneral = providerCode === null || generalProviderCodes.includes(providerCode);
  if (isGeneral && actionCode !== null && tellingActionCodes.includes(actionCode)) return `A${actionCode}`;
  return providerCode !== null && tellingProviderCodes.includes(providerCode) ? `P${providerCode}` : 'NONE';
}
