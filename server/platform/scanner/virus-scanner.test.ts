import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { testAuthority } from '../testing/certificates.ts';
import type { ScannerAddress } from './clamd.ts';
import { type Behaviour, eicar, honest, type StandInClamd, standInClamd } from './testing/stand-in-clamd.ts';
import { openVirusScanner, scannerLimits } from './virus-scanner.ts';

const clamd = await standInClamd();
afterAll(() => clamd.stop());
beforeEach(() => clamd.behave(honest));

const written = new PassThrough();
const log = createLog('warn', written);
/** The lines of the log since somebody last asked. */
const logged = (): Record<string, unknown>[] =>
  ((written.read() as Buffer | null)?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const quick = { ...scannerLimits, scanMs: 300, answerMs: 300 };
const scanner = openVirusScanner({ address: clamd.address, log });
const hurried = openVirusScanner({ address: clamd.address, log, limits: quick });
const pdf = Buffer.from('%PDF-1.7 commercial registration');

test('clean: clamd had the whole file, and nothing is logged', async () => {
  const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024, 'x')]);
  expect(await scanner.scan(large)).toBe('clean');
  expect(clamd.scanned.at(-1)?.equals(large)).toBe(true);
  expect(await scanner.scan(Buffer.alloc(0))).toBe('clean');
  expect(logged()).toEqual([]);
});

test('infected: a line names the signature and the hash, and nothing of the file', async () => {
  expect(await scanner.scan(Buffer.from(`%PDF-1.7 ${eicar}`))).toBe('infected');
  const [line, ...more] = logged();
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    level: 'warn',
    msg: 'a file was refused: malware',
    signature: 'Eicar-Test-Signature',
    sizeBytes: 77,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(JSON.stringify(line)).not.toContain('X5O');
});

test('an answer that comes in pieces is one answer', async () => {
  clamd.behave((socket) => {
    socket.setNoDelay(true);
    const pieces = [...'stream: Split.Name FOUND\0'];
    const next = (): void => {
      const piece = pieces.shift();
      if (piece === undefined) socket.end();
      else socket.write(piece, () => setImmediate(next));
    };
    next();
  });
  expect(await scanner.scan(pdf)).toBe('infected');
  expect(logged()).toMatchObject([{ signature: 'Split.Name' }]);
});

test.each<[string, Behaviour, RegExp]>([
  ['it hangs up without a word', (socket) => void socket.end(), /hung up/],
  ['it resets the connection', (socket) => void socket.resetAndDestroy(), /ECONNRESET/],
  ['its answer is cut', (socket) => void socket.end('stream: OK'), /hung up/],
  [
    'it says that it could not',
    (socket) => void socket.end('INSTREAM size limit exceeded. ERROR\0'),
    /could not scan: INSTREAM size limit exceeded/,
  ],
  ['it says something else', (socket) => void socket.end('stream: OKAY\0'), /could not scan/],
  ['it talks without an end', (socket) => void socket.write('x'.repeat(5_000)), /without an end/],
  ['it takes too long', () => undefined, /abort/],
  ['it begins an answer and takes too long', (socket) => void socket.write('stream: '), /abort/],
])('unchecked: %s', async (_, behaviour, reason) => {
  clamd.behave(behaviour);
  // Only what never comes is not waited for: on a slow machine the rest may take as long.
  expect(await (reason.source === 'abort' ? hurried : scanner).scan(pdf)).toBe('unchecked');
  const [line] = logged();
  expect(line).toMatchObject({ level: 'error', msg: 'a file was refused: it could not be scanned' });
  expect(JSON.stringify(line?.['err'])).toMatch(reason);
});

test.each<[string, () => Promise<ScannerAddress>]>([
  [
    'on its port',
    async () => {
      const gone = await standInClamd();
      await gone.stop();
      return gone.address;
    },
  ],
  ['on its socket', async () => ({ path: '/nonexistent/clamd.ctl' })],
])('unchecked: nobody is there %s', async (_, place) => {
  const alone = openVirusScanner({ address: await place(), log });
  expect([await alone.scan(pdf), await alone.answers()]).toEqual(['unchecked', false]);
  expect(logged()).toHaveLength(1);
});

test('a clamd that takes connections and says nothing does not answer', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const deaf = openVirusScanner({ address: { host: '127.0.0.1', port, tls: false }, log, limits: quick });
  expect([await deaf.answers(), await hurried.answers()]).toEqual([false, true]);
  silent.close();
});

test('unchecked: one file more than may be scanned at once; the next one after them is scanned', async () => {
  const waiting: (() => void)[] = [];
  clamd.behave((socket, content) => void waiting.push(() => honest(socket, content)));
  const narrow = openVirusScanner({
    address: clamd.address,
    log,
    limits: { ...scannerLimits, scansAtOnce: 1 },
  });
  const streamed = clamd.nextStream();
  const first = narrow.scan(pdf);
  await streamed;
  expect(await narrow.scan(pdf)).toBe('unchecked');
  for (const answer of waiting) answer();
  expect(await first).toBe('clean');
  clamd.behave(honest);
  expect(await narrow.scan(pdf)).toBe('clean');
  expect(logged()).toHaveLength(1);
});

test('behind a TLS proxy: asked where its certificate is trusted and is that of its host, and not otherwise', async () => {
  const authority = await testAuthority();
  const trusted = getCACertificates('default');
  const proxied = await standInClamd({ identity: await authority.issue('localhost', 'localhost') });
  const elsewhere = await standInClamd({ identity: await authority.issue('elsewhere', 'elsewhere') });
  const verdictOf = ({ address }: StandInClamd) => openVirusScanner({ address, log }).scan(pdf);
  try {
    expect(await verdictOf(proxied)).toBe('unchecked');
    setDefaultCACertificates([...trusted, authority.certificate]);
    expect([await verdictOf(proxied), await verdictOf(elsewhere)]).toEqual(['clean', 'unchecked']);
    expect([proxied.scanned.length, elsewhere.scanned.length]).toEqual([1, 0]);
  } finally {
    setDefaultCACertificates(trusted);
    await Promise.all([proxied.stop(), elsewhere.stop()]);
    logged();
  }
});

test('a clamd on a socket of the file system is asked in the same way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-clamd-'));
  const local = await standInClamd({ path: join(folder, 'clamd.ctl') });
  try {
    const there = openVirusScanner({ address: local.address, log });
    expect([await there.scan(pdf), await there.answers()]).toEqual(['clean', true]);
    expect(await there.scan(Buffer.from(eicar))).toBe('infected');
  } finally {
    await local.stop();
    await rm(folder, { recursive: true });
    logged();
  }
});
