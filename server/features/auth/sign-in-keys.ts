import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  generateKeyPair,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { isStorable } from '@mizan/contract/storable-text.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { unseal } from '../../platform/sessions/passwords.ts';
import { findKeys, insertKey, lockKeys, type SignInKeyRow } from './sign-in-keys.queries.ts';

const dayMs = 24 * 60 * 60_000;
/** A key is handed out for 30 days and taken for one more, so that no open login screen fails at the change. */
export const keyLife = { handedOutMs: 30 * dayMs, takenMs: 31 * dayMs } as const;
/** How long a process goes by the keys it read, and how soon it may look again for one it does not know. */
const rereadMs = { usual: 60_000, unknownKey: 1_000 } as const;
/** 128 bits of security, as all else here has. */
const modulusBits = 3072;

/** Decrypts what the login screen encrypted (rules S7). */
export interface SignInKeys {
  /** The newest public key as an SPKI PEM, made where there is none or the last has grown old. */
  publicPem(): Promise<string>;
  /** The text in a base64 RSA-OAEP (SHA-1) ciphertext, or null where no key of ours opens it. */
  open(sealed: string): Promise<string | null>;
}

interface Key {
  publicPem: string;
  privateKey: KeyObject;
  createdAt: Date;
}

const sealingKey = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'mizan', 'sign-in private keys', 32));

const nonceBytes = 12;
const tagBytes = 16;

/** nonce, tag, ciphertext of AES-256-GCM under a key derived from MIZAN_SECRET. */
function sealKey(plain: Buffer, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(secret), nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function unsealKey(sealed: Buffer, secret: string): Buffer {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(secret), nonce);
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
}

async function makeKey(secret: string, createdAt: Date): Promise<SignInKeyRow> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: modulusBits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  return { publicPem: publicKey, sealedPrivate: sealKey(privateKey, secret), createdAt };
}

/** Of several processes that find no key one makes it; the others wait and read it. */
async function makeKeyOnce(db: Database, secret: string, at: Date): Promise<void> {
  const made = await makeKey(secret, at);
  await inPlatform(db, async (tx) => {
    await lockKeys(tx);
    const handedOutSince = new Date(at.getTime() - keyLife.handedOutMs);
    const usable = (await findKeys(tx, handedOutSince)).flatMap((row) => readKey(row, secret));
    if (usable.length === 0) await insertKey(tx, made);
  });
}

/** A key sealed under another MIZAN_SECRET opens nothing; a new one takes its place. */
function readKey(row: SignInKeyRow, secret: string): Key[] {
  try {
    const der = unsealKey(row.sealedPrivate, secret);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    return [{ publicPem: row.publicPem, privateKey, createdAt: row.createdAt }];
  } catch {
    return [];
  }
}

/** The text in a seal, or null where no key opens it or no account could have it: the database could not be asked. */
async function openWith(keys: readonly Key[], sealed: Buffer): Promise<string | null> {
  const privateKeys = keys.map(({ privateKey }) => privateKey);
  const text = (await unseal(privateKeys, sealed))?.toString('utf8') ?? null;
  return text !== null && isStorable(text) ? text : null;
}

/** The key pair that all processes on one database share. `secret` is MIZAN_SECRET. */
export function openSignInKeys(db: Database, clock: Clock, secret: string): SignInKeys {
  let keys: Key[] = [];
  let readAtMs = Number.NEGATIVE_INFINITY;

  async function reread(): Promise<void> {
    readAtMs = performance.now();
    const since = new Date(clock.now().getTime() - keyLife.takenMs);
    const rows = await inPlatform(db, (tx) => findKeys(tx, since));
    keys = rows.flatMap((row) => readKey(row, secret));
  }
  const isOlder = (ageMs: number): boolean => performance.now() - readAtMs >= ageMs;
  const youngerThan = (lifeMs: number): Key[] =>
    keys.filter(({ createdAt }) => clock.now().getTime() - createdAt.getTime() < lifeMs);

  /** A key takes a processor for a second or more: of those who ask at once the first one has it made. */
  let making: Promise<void> | null = null;
  function makeKeyForAll(): Promise<void> {
    making ??= makeKeyOnce(db, secret, clock.now())
      .then(reread)
      .finally(() => {
        making = null;
      });
    return making;
  }

  return {
    async publicPem() {
      if (isOlder(rereadMs.usual)) await reread();
      if (youngerThan(keyLife.handedOutMs).length === 0) await makeKeyForAll();
      const newest = youngerThan(keyLife.handedOutMs)[0];
      if (!newest) throw new Error('the sign-in key that was just made is not there');
      return newest.publicPem;
    },
    async open(sealed) {
      if (isOlder(rereadMs.usual)) await reread();
      const bytes = Buffer.from(sealed, 'base64');
      const text = await openWith(youngerThan(keyLife.takenMs), bytes);
      if (text !== null || !isOlder(rereadMs.unknownKey)) return text;
      // Another process may have made a key since.
      await reread();
      return openWith(youngerThan(keyLife.takenMs), bytes);
    },
  };
}
