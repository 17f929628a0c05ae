import type {
  AssertionResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@mizan/contract/passkeys.ts';

/** Passkeys as the browser has them. The library loads with the first use: most people sign in without. */
const library = () => import('@simplewebauthn/browser');

/** '127.0.0.1', '[::1]': browsers make passkeys for names alone. */
const bareAddress = /^[\d.]+$|^\[/;

/** Whether passkeys can be used here at all; where they cannot, none are offered. */
export const passkeysWork = (): boolean =>
  window.isSecureContext &&
  window.PublicKeyCredential !== undefined &&
  !bareAddress.test(window.location.hostname);

/** The person closed the browser's window, waited too long, or has no passkey here. */
export class PasskeyNotGivenError extends Error {
  constructor(cause: unknown) {
    super('no passkey was given', { cause });
    this.name = 'PasskeyNotGivenError';
  }
}

/** Makes a passkey on this device, another one, or a security key. @throws PasskeyNotGivenError */
export async function makePasskey(options: CreationOptions): Promise<RegistrationResponse> {
  const { startRegistration } = await library();
  const { id, rawId, response } = await startRegistration({ optionsJSON: options }).catch(notGiven);
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** Has a passkey sign what the portal asks. @throws PasskeyNotGivenError */
export async function signWithPasskey(options: RequestOptions): Promise<AssertionResponse> {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await startAuthentication({ optionsJSON: options }).catch(notGiven);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    id,
    rawId,
    type: 'public-key',
    response: { clientDataJSON, authenticatorData, signature, userHandle: userHandle || null },
  };
}

function notGiven(error: unknown): never {
  throw new PasskeyNotGivenError(error);
}
