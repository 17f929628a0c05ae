/** Why a purchase can only be refunded, not reversed. */
export const noReversal = [
  'REFUNDED_BEFORE',
  'NOT_WHOLE',
  'OTHER_TERMINAL',
  'ANOTHER_DAY',
  'RECONCILED',
  'FOLLOWED',
] as const;
export type NoReversal = (typeof noReversal)[number];
