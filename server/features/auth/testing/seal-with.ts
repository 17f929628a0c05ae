import { constants, publicEncrypt } from 'node:crypto';

/** RSA-OAEP with SHA-1, base64: what WebCrypto makes in the browser. */
export function sealWith(pem: string, text: string): string {
  const key = { key: pem, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' };
  return publicEncrypt(key, Buffer.from(text)).toString('base64');
}
