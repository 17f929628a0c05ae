import { Worker } from 'node:worker_threads';
import type { ExportCell } from './entries-export.rows.ts';

export interface Sheet {
  name: string;
  rightToLeft: boolean;
  /** The first row is the header. */
  rows: ExportCell[][];
}

/** A workbook of one sheet, written in a worker thread: a hundred thousand rows take a second or two. */
export function writeWorkbook(sheet: Sheet): Promise<Buffer> {
  const worker = new Worker(new URL('./workbook-writer.worker.ts', import.meta.url), { workerData: sheet });
  return new Promise((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the workbook's thread ended with ${code}`)));
  });
}
