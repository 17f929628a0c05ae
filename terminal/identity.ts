import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { helloText } from '@mizan/contract/terminal-link.ts';

/** Who a terminal is: its number, its hardware, and a key that never leaves it. */
export interface Identity {
  readonly tid: string;
  readonly serial: string;
  readonly model: string;
  /** SPKI in DER, base64: what the gateway keeps. */
  readonly publicKey: string;
  /** Whether the gateway has taken the key. */
  enrolled: boolean;
  /** Base64, over the text that both sides agree on. */
  signHello(nonce: string, bootId: string): string;
  setEnrolled(): void;
}

interface Kept {
  tid: string;
  serial: string;
  model: string;
  privateKey: string;
  enrolled: boolean;
}

function read(file: string): Kept | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Beside it first and then in its place, so that a kill leaves the old file or the new one. */
function write(file: string, kept: Kept): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(kept), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

function make(hardware: { tid: string; serial: string; model: string }): Kept {
  const { privateKey } = generateKeyPairSync('ed25519');
  const exported = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  return { ...hardware, privateKey: exported, enrolled: false };
}

const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Reads the identity of a terminal, or makes one with a new key. */
export function openIdentity(
  file: string,
  hardware: { tid: string; serial: string; model: string },
): Identity {
  let kept = read(file);
  if (!kept) {
    kept = make(hardware);
    write(file, kept);
  }
  const present = kept;
  const key = createPrivateKey({
    key: Buffer.from(present.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  return {
    tid: present.tid,
    serial: present.serial,
    model: present.model,
    publicKey: publicText(key),
    get enrolled() {
      return present.enrolled;
    },
    signHello: (nonce, bootId) =>
      sign(null, Buffer.from(helloText(nonce, present.tid, bootId)), key).toString('base64'),
    setEnrolled: () => {
      present.enrolled = true;
      write(file, present);
    },
  };
}
