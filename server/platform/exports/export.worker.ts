import { parentPort, workerData } from 'node:worker_threads';
import type { ExportRow } from './export-sheet.ts';
import type { FromThread, ThreadWork, ToThread } from './export-thread.ts';
import { pdfOf } from './pdf.writer.ts';
import { workbookOf } from './xlsx.writer.ts';

/** The thread of one export: see export-thread.ts. */
if (!parentPort) throw new Error('this module runs in a thread');
const port = parentPort;
const { format, head } = workerData as ThreadWork;

let onRows: (answer: { rows: readonly ExportRow[] } | { totals: readonly ExportRow[] }) => void;
let onTaken: () => void;
port.on('message', (message: ToThread) => {
  if ('taken' in message) onTaken();
  else onRows(message);
});
const tell = (message: FromThread): void => port.postMessage(message);

let totals: readonly ExportRow[] = [];
async function* rowsAsked(): AsyncGenerator<readonly ExportRow[]> {
  for (;;) {
    const answer = Promise.withResolvers<Parameters<typeof onRows>[0]>();
    onRows = answer.resolve;
    tell({ wants: 'rows' });
    const told = await answer.promise;
    if ('totals' in told) {
      totals = told.totals;
      return;
    }
    yield told.rows;
  }
}

const output = format === 'pdf' ? pdfOf(head, rowsAsked(), () => totals) : workbookOf(head, rowsAsked());
for await (const bytes of output) {
  const taken = Promise.withResolvers<void>();
  onTaken = taken.resolve;
  tell({ bytes: bytes as Uint8Array });
  await taken.promise;
}
tell({ ended: true });
port.close();
