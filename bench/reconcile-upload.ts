import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import { asProposed } from '../server/features/reconciliation/testing/as-proposed.ts';
import type { ReconcileFiles } from './reconcile-files.ts';

export interface Uploader {
  port: number;
  headers: Readonly<Record<string, string>>;
}

const bankFiles = '/api/v1/reconciliation/bank-files';
const askEveryMs = 25;

async function call<T>({ port, headers }: Uploader, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Sends a file as a browser does; answers the bank file's id. */
async function send({ port, headers }: Uploader, path: string): Promise<string> {
  const { size } = await stat(path);
  const asked = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `${bankFiles}?fileName=bank.csv&sizeBytes=${size}`,
    headers: {
      ...headers,
      host: `localhost:${port}`,
      'content-type': 'application/octet-stream',
      'content-length': size,
    },
  });
  createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(asked);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  if (answer.statusCode !== 201) throw new Error(`the upload was answered ${answer.statusCode}: ${text}`);
  return (JSON.parse(text) as { bankFile: { id: string } }).bankFile.id;
}

async function until(
  uploader: Uploader,
  id: string,
  reached: (detail: BankFileDetail) => boolean,
): Promise<BankFileDetail> {
  for (;;) {
    const detail = await call<BankFileDetail>(uploader, 'GET', `${bankFiles}/${id}`);
    if (reached(detail)) return detail;
    if (detail.state === 'REFUSED') throw new Error(`refused: ${JSON.stringify(detail.refusal)}`);
    await delay(askEveryMs);
  }
}

/** Confirms the columns by a file of one line and takes that file back: the measured run asks nobody. */
export async function rememberColumns(uploader: Uploader, { samplePath }: ReconcileFiles): Promise<void> {
  const id = await send(uploader, samplePath);
  const { proposal } = await until(uploader, id, ({ state }) => state === 'WAITING_LAYOUT');
  if (!proposal) throw new Error('the file shows no columns');
  await call(uploader, 'PUT', `${bankFiles}/${id}/layout`, asProposed(proposal, 'Bench', true));
  await until(uploader, id, ({ state }) => state === 'DONE');
  await call(uploader, 'DELETE', `${bankFiles}/${id}`);
  // What the undo still holds has to be free before the next file begins.
  await delay(3_000);
}

/** From the first byte of the upload to the verdict. */
export async function uploadToVerdict(
  uploader: Uploader,
  path: string,
): Promise<{ verdictMs: number; matched: number }> {
  const started = performance.now();
  const id = await send(uploader, path);
  const detail = await until(uploader, id, ({ state }) => state === 'DONE');
  return { verdictMs: performance.now() - started, matched: detail.result?.matchedCount ?? 0 };
}
