import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '@mizan/contract/errors.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase, platformRows } from './platform/database/database.ts';
import { pdfSaying } from './platform/scanner/testing/document-files.ts';
import { eicar, honest, standInClamd } from './platform/scanner/testing/stand-in-clamd.ts';
import { testDatabase } from './platform/testing/database.ts';
import { portalEnvironment, runPortal } from './testing/portal-process.ts';

/** A portal as a process of its own, told of its scanner as whoever runs it would tell it. */
const database = await testDatabase();
const db = openDatabase(database.roles);
const clamd = await standInClamd();
const portal = await runPortal({
  ...portalEnvironment(database.url),
  VIRUS_SCANNER: clamd.setting,
});
afterAll(async () => {
  await Promise.all([portal.end('SIGKILL'), clamd.stop(), closeDatabase(db)]);
});
beforeEach(() => clamd.behave(honest));

const pdf = pdfSaying('commercial registration');
const infected = pdfSaying(eicar);
const newDraft = (): string => randomBytes(32).toString('base64url');

async function upload(content: Buffer, draft = newDraft()): Promise<[number, ErrorBody, Headers]> {
  const answer = await fetch(`${portal.url}/api/v1/onboarding/documents?draft=${draft}&fileName=cr.pdf`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
  return [answer.status, (await answer.json()) as ErrorBody, answer.headers];
}
const kept = async (): Promise<number> =>
  (await platformRows(db, 'SELECT id FROM application_documents')).length;

test('a document is scanned whole before it is kept', async () => {
  const before = await kept();
  const [status] = await upload(pdf);
  expect([status, clamd.scanned.at(-1)]).toEqual([200, pdf]);
  expect(await kept()).toBe(before + 1);
});

test('422: malware, at the field of the documents; nothing of it is kept, and the log names its signature', async () => {
  const before = await kept();
  const [status, body] = await upload(infected);
  expect([status, body.code, body.details]).toEqual([
    422,
    'unreadableFile',
    { documents: 'documentInfected' },
  ]);
  expect(await kept()).toBe(before);
  expect(await portal.logged('a file was refused: malware')).toMatchObject({
    level: 'warn',
    signature: 'Eicar-Test-Signature',
  });
  expect(portal.lines.join('\n')).not.toContain('X5O');
});

test('a file that is no document is refused for that, and no scanner is asked', async () => {
  const before = clamd.scanned.length;
  const [status, { details }] = await upload(Buffer.from(eicar));
  expect([status, details, clamd.scanned.length]).toEqual([422, { documents: 'documentInvalid' }, before]);
});

test('503: a scanner that hangs up in the middle lets nothing pass, and the next try is scanned', async () => {
  const before = await kept();
  const draft = newDraft();
  clamd.behave((socket) => void socket.end('stream: OK'));
  const [status, body, headers] = await upload(pdf, draft);
  expect([status, body.code, body.details]).toEqual([503, 'unavailable', { documents: 'documentUnchecked' }]);
  expect(headers.get('retry-after')).toBe('2');
  expect(await portal.logged('a file was refused: it could not be scanned')).toMatchObject({
    level: 'error',
    err: { message: 'clamd hung up before its answer was whole' },
  });
  expect(await kept()).toBe(before);
  clamd.behave(honest);
  expect((await upload(pdf, draft))[0]).toBe(200);
});

test('ready tells of the scanner, and the portal serves on without it', async () => {
  const ready = async () => {
    const answer = await fetch(`${portal.url}/ready`);
    return [answer.status, await answer.json()];
  };
  const well = { ready: true, database: true, migrations: true, bankFiles: 'ok' };
  expect(await ready()).toEqual([200, { ...well, scanner: true }]);
  await clamd.stop();
  expect(await ready()).toEqual([200, { ...well, scanner: false }]);
  const before = await kept();
  expect((await upload(pdf))[0]).toBe(503);
  expect(await kept()).toBe(before);
});
