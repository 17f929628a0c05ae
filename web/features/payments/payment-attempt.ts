/**
 * The id of an attempt is made once and kept until the portal has answered: a reload, a lost answer or a
 * second click asks for the same payment again, and the portal answers what the first request made.
 */
const storageKey = 'paymentAttempt';

export interface Attempt {
  paymentId: string;
  terminalId: string;
  amountMinor: number;
  orderRef: string | null;
  retryOfId: string | null;
}
type Wanted = Omit<Attempt, 'paymentId'>;

function kept(): Attempt | null {
  const text = sessionStorage.getItem(storageKey);
  return text === null ? null : (JSON.parse(text) as Attempt);
}

const sameAs = (a: Wanted, b: Wanted): boolean =>
  a.terminalId === b.terminalId &&
  a.amountMinor === b.amountMinor &&
  a.orderRef === b.orderRef &&
  a.retryOfId === b.retryOfId;

/** The attempt to send: the one that still waits for its answer where it is for the same, otherwise a new one. */
export function attemptFor(wanted: Wanted): Attempt {
  const before = kept();
  const attempt = before && sameAs(before, wanted) ? before : { ...wanted, paymentId: crypto.randomUUID() };
  sessionStorage.setItem(storageKey, JSON.stringify(attempt));
  return attempt;
}

/** The portal has answered, with the payment or with a refusal: the next attempt is a new one. */
export const attemptAnswered = (): void => sessionStorage.removeItem(storageKey);
