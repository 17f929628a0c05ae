import { uploadBulk } from '@mizan/contract/bulk.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../testing/browser.ts';
import type * as Upload from './api-upload.ts';
import type * as Line from './line.ts';

let line: typeof Line;
let upload: typeof Upload.upload;
let isThere = true;

/** A request as a browser sends it, whose portal answers when the test says so. */
class SentRequest extends EventTarget {
  static last: SentRequest | undefined;
  upload = new EventTarget();
  status = 0;
  responseText = '';
  isAborted = false;
  open = (): void => undefined;
  setRequestHeader = (): void => undefined;
  send(): void {
    SentRequest.last = this;
  }
  abort(): void {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  answer(status: number, body: unknown): void {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.dispatchEvent(new Event('load'));
  }
}

beforeEach(async () => {
  stubBrowser();
  isThere = true;
  SentRequest.last = undefined;
  vi.stubGlobal('XMLHttpRequest', SentRequest);
  vi.stubGlobal('fetch', () =>
    isThere ? Promise.resolve(new Response('{}')) : Promise.reject(new TypeError()),
  );
  line = await import('./line.ts');
  ({ upload } = await import('./api-upload.ts'));
  line.heard();
});
afterEach(() => {
  line.heard();
  vi.unstubAllGlobals();
});

async function sent() {
  const answer = upload(uploadBulk, { query: { fileName: 'all.csv' } }, new Blob(['Kind']));
  // Refused while nobody waits for it yet is no fault of the test.
  answer.catch(() => undefined);
  const request = await vi.waitUntil(() => SentRequest.last);
  return { answer, request };
}
const loseLine = async (): Promise<void> => {
  isThere = false;
  await line.doubt();
};

test('a file that is all there waits for its answer while the portal reads it and is silent', async () => {
  const { answer, request } = await sent();
  request.upload.dispatchEvent(new Event('load'));
  await loseLine();
  expect(line.isReachable()).toBe(false);
  expect(request.isAborted).toBe(false);
  request.answer(201, { id: '7' });
  await expect(answer).resolves.toEqual({ id: '7' });
});

test('a file that is on its way when the line is lost is given up: it may not arrive at some later time', async () => {
  const { answer, request } = await sent();
  await loseLine();
  expect(request.isAborted).toBe(true);
  await expect(answer).rejects.toMatchObject({ code: 'network' });
});
