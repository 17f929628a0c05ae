import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What the production build of the web wrote, held in memory. */
export interface SiteFile {
  readonly body: Buffer;
  readonly type: string;
  readonly etag: string;
  /** The name holds a hash of the content, so it may be cached for ever. */
  readonly isImmutable: boolean;
  /** The body in an encoding, made when first asked for; null where it would gain nothing. */
  encoded(encoding: Encoding): Promise<Buffer> | null;
}
export type Encoding = 'br' | 'gzip';
/** By path: '/assets/app-Bx1.js'. */
export type SiteFiles = ReadonlyMap<string, SiteFile>;

export const siteLimits = {
  totalBytes: 64 * 1024 * 1024,
  compressFromBytes: 1024,
  brotliQuality: 9,
} as const;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const compressible = /^(?:text\/|application\/(?:json|manifest)|image\/svg)/;
const hashedFolder = '/assets/';
/** In a build, under the same paths: its files as brotli leaves them (`compressBuild`). */
const compressedFolder = '.br';

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);
const encoders: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: siteLimits.brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body) => deflate(body),
};

const typeOf = (path: string): string => types[extname(path)] ?? 'application/octet-stream';
const isWorthCompressing = (path: string, { length }: Buffer): boolean =>
  compressible.test(typeOf(path)) && length >= siteLimits.compressFromBytes;

/** `compressed`: the body as the build compressed it, or null where it did not. */
function siteFile(path: string, body: Buffer, compressed: Buffer | null): SiteFile {
  const type = typeOf(path);
  const isWorthIt = isWorthCompressing(path, body);
  const made: Partial<Record<Encoding, Promise<Buffer>>> = compressed
    ? { br: Promise.resolve(compressed) }
    : {};
  return {
    body,
    type,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    isImmutable: path.startsWith(hashedFolder),
    encoded: (encoding) => (isWorthIt ? (made[encoding] ??= encoders[encoding](body)) : null),
  };
}

/**
 * Reads a build into memory: some megabytes, a few milliseconds. Hidden files (the build's own notes) stay out.
 * A folder that is not there gives no files: `npm run dev` serves the web by Vite.
 * Throws where the build is larger than what the portal would hold in memory.
 */
export async function readSite(folder: string): Promise<SiteFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, SiteFile>();
  let totalBytes = 0;
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    if (!entry.isFile() || path.includes('/.')) continue;
    const body = await readFile(file);
    totalBytes += body.length;
    if (totalBytes > siteLimits.totalBytes) throw new Error(`${folder} holds more than the portal may serve`);
    const compressed = isWorthCompressing(path, body)
      ? await readFile(join(folder, compressedFolder, path)).catch(() => null)
      : null;
    files.set(path, siteFile(path, body, compressed));
  }
  return files;
}

/**
 * Compresses a build beside itself, so that no portal has to when it starts: a second of work. The next build empties the
 * folder, so that nothing in it is older than the file that it stands for.
 */
export async function compressBuild(folder: string): Promise<void> {
  for (const [path, file] of await readSite(folder)) {
    const compressed = await file.encoded('br');
    if (!compressed) continue;
    const target = join(folder, compressedFolder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, compressed);
  }
}

/** Compresses what the build did not, one file after the other, so that the first visitor does not wait for it. */
export async function warmUp(files: SiteFiles): Promise<void> {
  for (const file of files.values()) await file.encoded('br');
}
