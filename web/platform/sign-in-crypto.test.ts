import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { InsecureContextError, sealWith } from './sign-in-crypto.ts';

afterEach(() => vi.unstubAllGlobals());

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' });

function unseal(base64: string): string {
  const key = { key: privateKey, oaepHash: 'sha1', padding: constants.RSA_PKCS1_OAEP_PADDING };
  return privateDecrypt(key, Buffer.from(base64, 'base64')).toString('utf8');
}

test('what the browser seals, the holder of the private key reads: RSA-OAEP with SHA-1', async () => {
  const seal = await sealWith(pem);
  expect(unseal(await seal('Mizan#2026'))).toBe('Mizan#2026');
  expect(unseal(await seal('سارة@متجر'))).toBe('سارة@متجر');
});

test('the same password is sealed differently each time', async () => {
  const seal = await sealWith(pem);
  expect(await seal('Mizan#2026')).not.toBe(await seal('Mizan#2026'));
});

test('214 bytes fit, one more does not', async () => {
  const seal = await sealWith(pem);
  expect(unseal(await seal('a'.repeat(214)))).toHaveLength(214);
  await expect(seal('a'.repeat(215))).rejects.toThrow(DOMException);
});

test('a page without WebCrypto says so instead of sending the password as it is', async () => {
  vi.stubGlobal('crypto', {});
  await expect(sealWith(pem)).rejects.toThrow(InsecureContextError);
});
