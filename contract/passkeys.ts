import * as z from 'zod';
import { renewedSession } from './account.ts';
import { signedIn } from './auth.ts';
import { idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Passkeys (docs/decisions/0017-passkeys.md): a key of the browser or of a security key that signs a challenge, as
 * sign-in, as the second factor and as the fresh sign-in. The shapes are those of WebAuthn's JSON, as far as the
 * portal reads them.
 */
export const passkeysMax = 10;
export const passkeyNameMax = 60;
/** For so long a challenge may be answered; once. */
export const passkeyChallengeMinutes = 5;

/** Larger than any authenticator's: an attestation may carry certificates. */
const credentialIdChars = 1400;
const clientDataChars = 2000;
const authenticatorDataChars = 4000;
const signatureChars = 2000;
const attestationChars = 16_000;
const userHandleChars = 100;
const transportsMax = 10;

const base64Url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/);
const publicKeyType = z.literal('public-key');
const transport = z.string().regex(/^[a-z-]{1,30}$/);
const challenge = base64Url(100);

const credential = {
  id: base64Url(credentialIdChars),
  rawId: base64Url(credentialIdChars),
  type: publicKeyType,
};

/** What a browser answers when it made a passkey. */
const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(clientDataChars),
    attestationObject: base64Url(attestationChars),
    transports: z.array(transport).max(transportsMax).optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

/** What a browser answers when a passkey signed a challenge. */
const assertionResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64Url(clientDataChars),
    authenticatorData: base64Url(authenticatorDataChars),
    signature: base64Url(signatureChars),
    userHandle: base64Url(userHandleChars).nullish(),
  }),
});
export type AssertionResponse = z.infer<typeof assertionResponse>;

const descriptor = z.object({ id: z.string(), type: publicKeyType, transports: z.array(z.string()) });

/** What a browser needs to make a passkey. */
const creationOptions = z.object({
  challenge,
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: publicKeyType })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});
export type CreationOptions = z.infer<typeof creationOptions>;

/** What a browser needs to have a challenge signed; no credential is named where nobody is known yet. */
const requestOptions = z.object({
  challenge,
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptor),
});
export type RequestOptions = z.infer<typeof requestOptions>;

export const listPasskeys = defineRoute({
  id: 'passkeys.list',
  method: 'GET',
  path: '/account/passkeys',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  summary: 'The own passkeys, the newest first',
  output: z.object({
    rows: z.array(
      z.object({ id: rowId, name: z.string(), addedOn: instant, lastUsedAt: instant.nullable() }),
    ),
  }),
  errors: [],
});

export const beginPasskey = defineRoute({
  id: 'passkeys.begin',
  method: 'POST',
  path: '/account/passkeys/options',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'none',
  rateClass: 'passkeyChallenges',
  summary: 'What the browser needs to make a passkey for this account',
  output: creationOptions,
  errors: ['conflict'],
});

export const addPasskey = defineRoute({
  id: 'passkeys.add',
  method: 'POST',
  path: '/account/passkeys',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Keeps the passkey that the browser made; its owner is told by mail',
  body: z.object({ credential: registrationResponse }),
  output: z.object({ id: rowId, name: z.string() }),
  errors: ['passkeyRefused', 'conflict'],
});

export const renamePasskey = defineRoute({
  id: 'passkeys.rename',
  method: 'PUT',
  path: '/account/passkeys/:id',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  idempotency: 'natural',
  summary: 'Gives one of the own passkeys another name',
  params: idParams,
  body: z.object({ name: z.string().trim().min(1).max(passkeyNameMax) }),
  output: z.object({ name: z.string() }),
  errors: ['notFound'],
});

export const removePasskey = defineRoute({
  id: 'passkeys.remove',
  method: 'DELETE',
  path: '/account/passkeys/:id',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Removes one of the own passkeys: it opens nothing from here on, and its owner is told by mail',
  params: idParams,
  output: z.object({ removed: z.literal(true) }),
  errors: ['notFound'],
});

export const beginPasskeySignIn = defineRoute({
  id: 'passkeys.beginSignIn',
  method: 'POST',
  path: '/auth/passkey/options',
  allow: 'public',
  idempotency: 'none',
  rateClass: 'passkeyChallenges',
  summary: 'A challenge for a sign-in by passkey; the browser offers the passkeys it has for the portal',
  output: requestOptions,
  errors: [],
});

export const signInWithPasskey = defineRoute({
  id: 'passkeys.signIn',
  method: 'POST',
  path: '/auth/passkey',
  allow: 'public',
  idempotency: 'natural',
  summary: 'Signs in whoever the passkey belongs to',
  body: z.object({ credential: assertionResponse }),
  output: signedIn,
  errors: ['passkeyRefused', 'accountRefused'],
});

export const beginPasskeyFactor = defineRoute({
  id: 'passkeys.beginSecondFactor',
  method: 'POST',
  path: '/auth/passkey/second-factor/options',
  allow: 'public',
  idempotency: 'none',
  rateClass: 'passkeyChallenges',
  summary: 'A challenge for a passkey in place of the one-time code of a 511',
  body: z.object({ token: z.string().max(100) }),
  output: requestOptions,
  errors: ['invalidToken', 'incorrectOtp'],
});

export const answerPasskeyFactor = defineRoute({
  id: 'passkeys.secondFactor',
  method: 'POST',
  path: '/auth/passkey/second-factor',
  allow: 'public',
  idempotency: 'natural',
  summary: 'Answers the challenge of a 511 with a passkey of that account; it costs a try as a code does',
  body: z.object({
    token: z.string().max(100),
    credential: assertionResponse,
    trustDevice: z.boolean().default(true),
  }),
  output: signedIn,
  errors: ['passkeyRefused', 'incorrectOtp', 'invalidToken', 'accountRefused'],
});

export const beginPasskeyConfirmation = defineRoute({
  id: 'passkeys.beginConfirmation',
  method: 'POST',
  path: '/account/confirm-passkey/options',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  idempotency: 'none',
  rateClass: 'passkeyChallenges',
  summary: 'A challenge for a fresh sign-in by one of the own passkeys',
  output: requestOptions,
  errors: ['notFound'],
});

export const confirmPasskey = defineRoute({
  id: 'passkeys.confirm',
  method: 'POST',
  path: '/account/confirm-passkey',
  allow: ['MERCHANT', 'ADMIN'],
  right: 'account.own',
  idempotency: 'natural',
  summary:
    'Gives a passkey in place of the password: for 15 minutes, what asks for a fresh sign-in is allowed',
  body: z.object({ credential: assertionResponse }),
  output: renewedSession,
  errors: ['passkeyRefused'],
});
