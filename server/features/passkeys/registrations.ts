import { createHmac } from 'node:crypto';
import type { RegistrationResponse } from '@mizan/contract/passkeys.ts';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG, decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { RelyingParty } from './relying-party.ts';

/** Which signatures are asked for, the preferred one first (docs/security.md has the list of algorithms). */
export const passkeyAlgorithms = [COSEALG.ES256, COSEALG.EdDSA, COSEALG.RS256];

/** Opaque and the same for every passkey of a user, so that an authenticator keeps one for each user. */
export const userHandleOf = (secret: string, userId: string): Buffer =>
  createHmac('sha256', secret).update(`passkey user handle ${userId}`).digest();

export interface Registered {
  credentialId: Buffer;
  publicKey: Buffer;
  signCount: number;
  transports: string[];
}

/**
 * Whether an attestation is one that was asked for: none, or the passkey's own signature. A certificate in it would
 * be a stranger's file that names addresses to be fetched, and says nothing that the portal needs to know.
 */
function isPlain(attestationObject: string): boolean {
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

/** What a new passkey is, or null where the answer is not one to this challenge, from here, by a verified person. */
export async function readRegistration(
  { id, rawId, type, response }: RegistrationResponse,
  expectedChallenge: string,
  party: RelyingParty,
): Promise<Registered | null> {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  try {
    if (!isPlain(attestationObject)) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!verified) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports,
    };
  } catch {
    return null; // The library throws for whatever does not fit; nobody is told which part it was.
  }
}
