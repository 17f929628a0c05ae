/**
 * What a cell of the calendar (bank, business day, card scheme, currency) has received of what it is owed, the one that
 * asks most first (docs/decisions/0062-deposits-and-shares.md). SHORT, LATE and OVER are differences: too little, nothing
 * though later money of the bank is on record, too much. UNJUDGED: something arrived, and without an agreed rate nobody
 * knows what should have. UNRECORDED: past its due day, and no deposit on record is of a later day, so that nothing can be
 * said of it.
 */
export const depositStates = [
  'SHORT',
  'LATE',
  'OVER',
  'UNJUDGED',
  'PARTLY',
  'DUE',
  'NOT_DUE',
  'UNRECORDED',
  'PAID',
] as const;
export type DepositState = (typeof depositStates)[number];
/** Those that a person has to look at. */
export const askingDepositStates = ['SHORT', 'LATE', 'OVER'] as const satisfies DepositState[];
