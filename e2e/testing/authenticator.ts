import type { CDPSession } from 'playwright-core';
import type { Window } from './stage.ts';

/** An authenticator of this window: Chromium's own virtual one, of the kind that a laptop or a phone has inside. */
export interface Authenticator {
  /** Whether its person passes the fingerprint reader from now on. */
  setVerified(isVerified: boolean): Promise<void>;
  /** How many passkeys it keeps. */
  count(): Promise<number>;
}

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

export async function addAuthenticator({ context, page }: Window): Promise<Authenticator> {
  const session: CDPSession = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    setVerified: async (isUserVerified) =>
      void (await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    count: async () =>
      (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
