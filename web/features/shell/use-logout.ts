import { logout as logoutRoute } from '@mizan/contract/auth.ts';
import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { call } from '../../platform/api.client.ts';
import { queryClient } from '../../platform/query.client.ts';
import { endSession } from '../../platform/session.store.ts';

/** Ends the session here and on the server; what was read for this person is forgotten. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  return () => {
    // The server hears of it if it can: leaving must work without a line too.
    call(logoutRoute, {}).catch((cause: unknown) => console.error('logout', cause));
    endSession({ flagged: false });
    queryClient.clear();
    void navigate({ to: paths.login });
  };
}
