import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  AssertionResponse,
  CreationOptions,
  RegistrationResponse,
  RequestOptions,
} from '@mizan/contract/passkeys.ts';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Bits of the flags of authenticator data. */
const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;
/** COSE: key type 2 (elliptic curve), algorithm -7 (ES256), curve 1 (P-256), x, y. */
const cose = { kty: 1, alg: 3, crv: -1, x: -2, y: -3 } as const;
const counterBytes = 4;
const idLengthBytes = 2;
const aaguidBytes = 16;
const credentialIdBytes = 32;

/** How an answer differs from an honest one. */
export interface Mischief {
  /** The page that asks; the portal's own unless said. */
  origin?: string;
  rpId?: string;
  /** False: the person was there, but not asked who they are. */
  verified?: boolean;
  crossOrigin?: boolean;
  /** What the authenticator says it has signed; one more than last time unless said. */
  signCount?: number;
  /** An attestation that nobody asked for. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

/** A passkey in memory that makes the very bytes a browser would send. */
export interface SoftwarePasskey {
  readonly id: string;
  create(options: CreationOptions, mischief?: Mischief): RegistrationResponse;
  get(options: Pick<RequestOptions, 'challenge' | 'rpId'>, mischief?: Mischief): AssertionResponse;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const url = (data: Buffer | Uint8Array | string): string => Buffer.from(data).toString('base64url');

function unsigned(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const key = new Map<number, number | Uint8Array>([
    [cose.kty, 2],
    [cose.alg, -7],
    [cose.crv, 1],
    [cose.x, coordinate(x)],
    [cose.y, coordinate(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key as never));
}

/** One passkey of an authenticator; `origin` is the page of an honest browser. */
export function softwarePasskey(origin: string): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(credentialIdBytes);
  const id = url(credentialId);
  let signCount = 0;
  let userHandle: string | null = null;

  const clientData = (type: string, challenge: string, mischief: Mischief): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: mischief.origin ?? origin,
        crossOrigin: mischief.crossOrigin ?? false,
      }),
    );
  const authenticatorData = (rpId: string, flags: number, mischief: Mischief): Buffer => {
    signCount = mischief.signCount ?? signCount + 1;
    const shown = flags | userPresent | (mischief.verified === false ? 0 : userVerified);
    return Buffer.concat([
      sha256(mischief.rpId ?? rpId),
      Buffer.from([shown]),
      unsigned(signCount, counterBytes),
    ]);
  };
  return {
    id,
    create({ challenge, rp, user }, mischief = {}) {
      userHandle = user.id;
      const attested = Buffer.concat([
        authenticatorData(rp.id, hasCredential, mischief),
        Buffer.alloc(aaguidBytes),
        unsigned(credentialId.length, idLengthBytes),
        credentialId,
        coseKey(publicKey),
      ]);
      const { fmt, attStmt } = mischief.attestation ?? { fmt: 'none', attStmt: new Map() };
      const object = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', new Uint8Array(attested)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: url(clientData('webauthn.create', challenge, mischief)),
          attestationObject: url(isoCBOR.encode(object as never)),
          transports: ['internal'],
        },
      };
    },
    get({ challenge, rpId }, mischief = {}) {
      const client = clientData('webauthn.get', challenge, mischief);
      const data = authenticatorData(rpId, 0, mischief);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(data),
          signature: url(signature),
          userHandle,
        },
      };
    },
  };
}
