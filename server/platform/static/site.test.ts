import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { createHttp } from '../http/http.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { serveSite } from './site.ts';
import { compressBuild, readSite, siteLimits, warmUp } from './site-files.ts';

const folder = await mkdtemp(join(tmpdir(), 'mizan-site-'));
const script = `console.log(${JSON.stringify('x'.repeat(siteLimits.compressFromBytes))});`;
await mkdir(join(folder, 'assets'));
await mkdir(join(folder, '.vite'));
await Promise.all([
  writeFile(
    join(folder, 'index.html'),
    '<script nonce="__CSP_NONCE__"></script><style nonce="__CSP_NONCE__"></style>',
  ),
  writeFile(join(folder, 'home.html'), '<h1>Mizan</h1>'),
  writeFile(join(folder, 'assets', 'app-B1x2.js'), script),
  writeFile(join(folder, 'assets', 'font-C3.woff2'), Buffer.alloc(4_000)),
  writeFile(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>'),
  writeFile(join(folder, '.vite', 'manifest.json'), '{}'),
]);

async function serve(built: string, publicUrl: URL | null = null) {
  const { app } = await createHttp({
    log: createLog('silent'),
    metrics: createMetrics(),
    publicUrl,
    authenticate: async () => null,
  });
  serveSite(app, await readSite(built), ['/dashboard', '/terminals/$tid']);
  afterAll(() => app.close());
  return app;
}
const app = await serve(folder);
afterAll(() => rm(folder, { recursive: true }));
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

test('/ goes to the static home page', async () => {
  const answer = await get('/');
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/home.html']);
  expect((await get('/home.html')).body).toContain('<h1>Mizan</h1>');
});

test('a page of the web is the app, with a nonce that no other response has, and is not kept', async () => {
  const answers = [await get('/dashboard?from=2026-11-01'), await get('/dashboard/')];
  const nonces = answers.map(({ body }) => /<script nonce="([\w-]{22})">/.exec(body)?.[1]);
  expect(new Set(nonces).size).toBe(2);
  for (const [i, answer] of answers.entries()) {
    const policy = String(answer.headers['content-security-policy']);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain('__CSP_NONCE__');
    expect(policy).toContain(`script-src 'self' 'nonce-${nonces[i]}'`);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[i]}'`);
    expect(policy).toContain("connect-src 'self' ws://localhost:80 wss://localhost:80;");
    expect(policy).not.toContain('unsafe-');
  }
});

test('a page whose address names what it shows is the app for any number, and for nothing else', async () => {
  const codes = [
    '/terminals/88501101',
    '/terminals/88501101/',
    '/terminals/x',
    '/terminals/1/2',
    '/terminals/',
  ];
  const answers = await Promise.all(codes.map((url) => get(url, { accept: 'text/html' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404, 404]);
});

test('404: the app all the same, where the web has no such page', async () => {
  const answer = await get('/no/such/page', { accept: 'text/html' });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<script nonce=');
});

test('404: a missing file is no page, and the notes of the build are not served', async () => {
  for (const url of [
    '/assets/gone-A1.js',
    '/.vite/manifest.json',
    '/../package.json',
    '/%2e%2e/package.json',
  ]) {
    const answer = await get(url);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'notFound']);
  }
});

test('hashed files are kept for ever, others asked for again', async () => {
  const hashed = await get('/assets/app-B1x2.js');
  expect(hashed.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const icon = await get('/favicon.svg');
  expect(icon.headers['cache-control']).toBe('no-cache');
  expect((await get('/favicon.svg', { 'if-none-match': String(icon.headers['etag']) })).statusCode).toBe(304);
  expect((await get('/favicon.svg', { 'if-none-match': '"other"' })).statusCode).toBe(200);
});

test('text is compressed as the browser takes it, fonts and small files are not', async () => {
  const url = '/assets/app-B1x2.js';
  const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script);
  const zipped = await get(url, { 'accept-encoding': 'gzip' });
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(script);
  expect((await get(url)).body).toBe(script);
  for (const other of ['/assets/font-C3.woff2', '/favicon.svg']) {
    expect((await get(other, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
  }
});

test('/favicon.ico is the icon of the build, for pages that name none', async () => {
  const answer = await get('/favicon.ico');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});

test('HEAD tells the same without the body', async () => {
  const head = await app.inject({ method: 'HEAD', url: '/favicon.svg' });
  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', 'image/svg+xml']);
});

test('every answer carries the security headers; https also HSTS', async () => {
  expect((await get('/favicon.svg')).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  const secure = await serve(folder, new URL('https://mizan.example'));
  const page = await secure.inject({ url: '/dashboard', headers: { host: 'mizan.example' } });
  expect(page.headers['strict-transport-security']).toContain('max-age=31536000');
  expect(page.headers['content-security-policy']).toContain('wss://mizan.example');
});

test('503 and not an empty page where the web is not built', async () => {
  const bare = await serve(join(folder, 'nowhere'));
  const answer = await bare.inject('/dashboard');
  expect([answer.statusCode, answer.body]).toEqual([503, 'The web is not built; npm start builds it.\n']);
});

test('warming up compresses each file once', async () => {
  const files = await readSite(folder);
  await warmUp(files);
  const file = files.get('/assets/app-B1x2.js');
  expect(file?.encoded('br')).toBe(file?.encoded('br'));
});

test('what the build compressed is served as it lies there, and under no path of its own', async () => {
  const built = await mkdtemp(join(tmpdir(), 'mizan-built-'));
  await mkdir(join(built, 'assets'));
  await writeFile(join(built, 'assets', 'app-B1x2.js'), script);
  await compressBuild(built);
  const kept = await readFile(join(built, '.br', 'assets', 'app-B1x2.js'));
  expect(brotliDecompressSync(kept).toString()).toBe(script);
  await writeFile(join(built, '.br', 'assets', 'app-B1x2.js'), 'as it lies there');
  const site = await serve(built);
  const answer = await site.inject({ url: '/assets/app-B1x2.js', headers: { 'accept-encoding': 'br' } });
  expect([answer.headers['content-encoding'], answer.body]).toEqual(['br', 'as it lies there']);
  expect((await site.inject('/.br/assets/app-B1x2.js')).statusCode).toBe(404);
  await rm(built, { recursive: true });
});

test('other content has another tag: nobody is told that an older page is still the same', async () => {
  const built = await mkdtemp(join(tmpdir(), 'mizan-tags-'));
  const tagOf = async (text: string) => {
    await writeFile(join(built, 'home.html'), text);
    return (await readSite(built)).get('/home.html')?.etag;
  };
  const before = await tagOf('<p>1</p>');
  expect(await tagOf('<p>2</p>')).not.toBe(before);
  expect(await tagOf('<p>1</p>')).toBe(before);
  await rm(built, { recursive: true });
});

test('a build larger than what is held in memory is refused', async () => {
  const built = await mkdtemp(join(tmpdir(), 'mizan-large-'));
  await writeFile(join(built, 'video.bin'), '');
  await truncate(join(built, 'video.bin'), siteLimits.totalBytes + 1);
  const answer = await readSite(built).then(
    () => 'taken',
    (error: Error) => error.message,
  );
  expect(answer).toContain('more than the portal may serve');
  await rm(built, { recursive: true });
});
