import { createHash, randomInt } from 'node:crypto';

/** No letter or digit that is taken for another one when it is read from paper. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const pairingCodeChars = 12;

/** A one-time pairing code as people type it: 'K7QW-2MXP-9RTA', some 59 bits. */
export function makePairingCode(): string {
  const chars = Array.from({ length: pairingCodeChars }, () => alphabet[randomInt(alphabet.length)]);
  return (chars.join('').match(/.{4}/g) ?? []).join('-');
}

/** What the database keeps of a code; typed in small letters or without dashes it is the same one. */
export const pairingCodeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(`mizan-enrol.v1 ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)
    .digest();
