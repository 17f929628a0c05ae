/** No WebCrypto here: the page was opened over plain http on another host than this machine. */
export class InsecureContextError extends Error {}

function derOf(pem: string): Uint8Array<ArrayBuffer> {
  const base64 = pem.replace(/-----[A-Z ]+-----|\s/g, '');
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
}

/**
 * Encrypts with the portal's public key: RSA-OAEP with SHA-1 from an SPKI PEM (rules S7).
 * Answers a function from text (at most 214 bytes of UTF-8) to base64.
 * @throws InsecureContextError where the browser gives no WebCrypto.
 */
export async function sealWith(pemKey: string): Promise<(text: string) => Promise<string>> {
  if (!globalThis.crypto?.subtle) throw new InsecureContextError();
  const key = await crypto.subtle.importKey(
    'spki',
    derOf(pemKey),
    { name: 'RSA-OAEP', hash: 'SHA-1' },
    false,
    ['encrypt'],
  );
  return async (text) => {
    const sealed = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(text));
    return btoa(String.fromCharCode(...new Uint8Array(sealed)));
  };
}
