import { constants, type KeyObject, privateDecrypt } from 'node:crypto';
import { hashSync, verifySync } from '@node-rs/argon2';

/** argon2id, which is the library's default variant; 19 MiB, two passes, one lane (rules D1). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The PHC text of a password. */
export const hash = (password: string): string => hashSync(password, cost);

/** Made while the thread starts: made at the first unknown user, it would tell that nobody has that name. */
const nobody = hash('no password is this one, as nobody has it');

/** Whether a password fits a stored hash; null costs as much, and fits nothing. */
export function verify({ stored, password }: { stored: string | null; password: string }): boolean {
  const fits = verifySync(stored ?? nobody, password);
  return fits && stored !== null;
}

const sealing = { oaepHash: 'sha1', padding: constants.RSA_PKCS1_OAEP_PADDING } as const;

/** What one of these keys opens of a seal (RSA-OAEP with SHA-1), the newest key first; null where none does. */
export function unseal({
  keys,
  sealed,
}: {
  keys: readonly KeyObject[];
  sealed: Uint8Array;
}): Uint8Array | null {
  for (const key of keys) {
    try {
      return privateDecrypt({ key, ...sealing }, sealed);
    } catch {
      // Sealed with another key of ours, or with none: the next one tells.
    }
  }
  return null;
}
