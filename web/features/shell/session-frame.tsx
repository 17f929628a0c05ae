import { paths } from '@mizan/contract/paths.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, use, useEffect } from 'react';
import { isTouchedSince } from '../../platform/activity.ts';
import { whenIdle } from '../../platform/idle.ts';
import { lazyPart } from '../../platform/lazy-part.ts';
import { startLive } from '../../platform/live-hub.ts';
import { followPreferences } from '../../platform/preferences-follow.ts';
import { queryClient } from '../../platform/query-client.ts';
import { returnParameter } from '../../platform/return-address.ts';
import {
  hasLeft,
  keepPage,
  type Session,
  useHeld,
  useIsSignedIn,
  useSession,
} from '../../platform/session.store.ts';
import { followRenewals } from '../../platform/session-renewal.ts';
import { loadSignInAgain } from '../../platform/sign-in-again.ts';
import { followTyping } from '../../platform/typed-ahead.ts';
import { keepFocus } from '../../ui/kept-focus.ts';
import { preloadToasts } from '../../ui/toasts.tsx';

const SignedIn = createContext<Session | null>(null);

/** The signed-in person, inside a shell. */
export function useSignedIn(): Session {
  const session = use(SignedIn);
  if (!session) throw new Error('useSignedIn stands outside a SessionFrame');
  return session;
}

const SignInAgain = lazyPart(loadSignInAgain);

/**
 * What every screen behind the sign-in shares: queries and the live channel. When a session ends by itself the
 * screen stays as it is, and the sign-in is asked for in place. Who logged out leaves nothing behind: the login
 * screen follows, and the next person starts where their role starts.
 */
export function SessionFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const held = useHeld();
  const isSignedIn = useIsSignedIn();
  const navigate = useNavigate();

  useEffect(keepPage, []);
  useEffect(followRenewals, []);
  useEffect(followTyping, []);
  useEffect(keepFocus, []);
  useEffect(() => (isSignedIn ? startLive() : undefined), [isSignedIn]);
  // Also once a page that was held is given up: the session of who closes the account ends before the answer comes.
  const isGone = session === null;
  useEffect(() => {
    if (!isGone) return;
    queryClient.clear();
    const here = location.pathname + location.search;
    if (location.pathname === paths.login) return;
    const search = hasLeft() ? {} : { [returnParameter]: here };
    void navigate({ to: paths.login, search: search as never });
  }, [isGone, navigate]);

  useEffect(() => whenIdle(preloadToasts), []);
  // Once for each page. Whoever works there, or signs in again in place, keeps what is typed, and the next load follows.
  useEffect(() => {
    const shownAtMs = Date.now();
    return whenIdle(async () => {
      const isOther = await followPreferences();
      if (isOther && !isTouchedSince(shownAtMs)) location.reload();
    });
  }, []);

  if (!session) return null;
  return (
    <QueryClientProvider client={queryClient}>
      <SignedIn value={session}>{children}</SignedIn>
      {held && (
        <Suspense>
          <SignInAgain owner={held} />
        </Suspense>
      )}
    </QueryClientProvider>
  );
}
