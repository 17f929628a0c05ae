import { paths } from '@mizan/contract/paths.ts';
import { endLookingOn } from '@mizan/contract/people.ts';
import { call } from './api-client.ts';
import {
  beginSession,
  waitingSessionKey as kept,
  readSession,
  type Session,
  type SignedIn,
} from './session.store.ts';

/** Where they come back to. */
const keptPlace = 'lookingFromPlace';

/** This tab shows what somebody else sees; the own session waits. */
export function beginLookingOn(answer: SignedIn): void {
  const own = readSession();
  if (!own) return;
  beginSession(answer);
  sessionStorage.setItem(kept, JSON.stringify(own));
  sessionStorage.setItem(keptPlace, location.pathname + location.search);
  location.assign(answer.role === 'CASHIER' ? paths.terminal : paths.dashboard);
}

/**
 * Back to the own session, whether or not the portal hears of it: the other one ends by itself. The call carries the token that
 * it ends; the own session is back before the portal can refuse anything else that is under way with that one.
 */
export async function stopLookingOn(): Promise<void> {
  const told = call(endLookingOn, {}).catch(() => undefined);
  const own = sessionStorage.getItem(kept);
  sessionStorage.removeItem(kept);
  if (own !== null) {
    const { userName, ...session } = JSON.parse(own) as Session;
    beginSession({ ...session, fullName: userName });
  }
  await told;
  const place = sessionStorage.getItem(keptPlace);
  sessionStorage.removeItem(keptPlace);
  location.assign(place ?? paths.management);
}
