import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services know the portal (RFC 8292), as they are written: base64url. */
export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * Made of MIZAN_SECRET, as the keys of webhooks and statements are: it is stored nowhere, every process has the same, and
 * whoever reads the database cannot send in the portal's name.
 */
export function vapidKeysOf(mizanSecret: string): VapidKeys {
  const curve = createECDH('prime256v1');
  // One number in four thousand million is none of the curve; the next one is.
  for (let turn = 0; ; turn += 1) {
    const bytes = Buffer.from(hkdfSync('sha256', mizanSecret, 'mizan', `web push ${turn}`, 32));
    try {
      curve.setPrivateKey(bytes);
    } catch {
      continue;
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: bytes.toString('base64url') };
  }
}
