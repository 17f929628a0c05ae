import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { atFileEnd } from '../../../platform/testing/at-file-end.ts';
import { testAuthority } from '../../../platform/testing/certificates.ts';

/** A browser that takes messages, and what its push service got for it. */
export interface TestBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The texts that came, as the browser alone can read them. */
  read(): string[];
}

interface Got {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

const sha = 'sha256';
const derived = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync(sha, secret, salt, info, bytes));

/** RFC 8291 and RFC 8188, from the side of the browser: one record of aes128gcm. */
function decrypted(body: Buffer, curve: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]);
  const input = derived(curve.computeSecret(senderKey), auth, info, 32);
  const key = derived(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** The claims of an RFC 8292 header, where the key in it signed them. */
export function vapidClaims(authorization: string): { claims: Record<string, unknown>; key: string } | null {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization);
  if (!found) return null;
  const [, head = '', body = '', signature = '', key = ''] = found;
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    sha,
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return isSigned ? { claims: JSON.parse(Buffer.from(body, 'base64url').toString()), key } : null;
}

/** A push service of a test, over TLS; it answers with `status`. */
export async function pushServiceStandIn() {
  const authority = await testAuthority();
  const { certificate: cert, key } = await authority.issue('localhost', 'localhost');
  const got: Got[] = [];
  const state = { status: 201 };
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(state.status).end();
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  atFileEnd(() => void server.close());
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    got,
    nothing: { path: '', headers: {}, body: Buffer.alloc(0) } as Got,
    ca: authority.certificate,
    answer: (status: number) => {
      state.status = status;
    },
    browser(): TestBrowser {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(8).toString('hex')}`;
      return {
        endpoint: origin + path,
        p256dh: curve.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        read: () => got.filter((each) => each.path === path).map(({ body }) => decrypted(body, curve, auth)),
      };
    },
  };
}
