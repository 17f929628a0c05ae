import { logout as logoutRoute } from '@mizan/contract/auth.ts';
import { call } from '../../platform/api-client.ts';
import { endSession } from '../../platform/session.store.ts';
import { mayLeave } from '../../platform/unsaved.ts';

/** Ends the session here and on the server; the frame of the session forgets what was read and leads away. */
export async function logout(): Promise<void> {
  if (!(await mayLeave())) return;
  // The server hears of it if it can: leaving must work without a line too.
  call(logoutRoute, {}).catch((cause: unknown) => console.error('logout', cause));
  endSession({ flagged: false, leaves: true });
}
