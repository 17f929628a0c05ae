import type { NoAnswerReason } from '@mizan/contract/integrator-webhooks.ts';

type Failure =
  | 'moved'
  | 'notUnderstood'
  | 'notAllowed'
  | 'notThere'
  | 'tooSlow'
  | 'tooLarge'
  | 'tooMany'
  | 'refused'
  | 'broken'
  | 'notAvailable'
  | 'closedNetwork'
  | 'noAnswer';

/** Statuses with a meaning of their own (RFC 9110, section 15; 429 of RFC 6585); others go by their class. */
const failures: ReadonlyMap<number, Failure> = new Map([
  [400, 'notUnderstood'],
  [401, 'notAllowed'],
  [403, 'notAllowed'],
  [404, 'notThere'],
  [408, 'tooSlow'],
  [410, 'notThere'],
  [413, 'tooLarge'],
  [415, 'notUnderstood'],
  [422, 'notUnderstood'],
  [429, 'tooMany'],
  [502, 'notAvailable'],
  [503, 'notAvailable'],
  [504, 'tooSlow'],
]);

/** Why an attempt did not deliver, as its receiver says by the status; null where it was taken. */
export function failureOf(status: number | null, reason: NoAnswerReason | null): Failure | null {
  if (status === null) return reason === 'closedNetwork' ? 'closedNetwork' : 'noAnswer';
  if (status >= 200 && status < 300) return null;
  return failures.get(status) ?? (status < 400 ? 'moved' : status < 500 ? 'refused' : 'broken');
}
