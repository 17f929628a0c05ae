import { parentPort, workerData } from 'node:worker_threads';
import * as xlsx from '@e965/xlsx';
import type { Sheet } from './workbook-writer.ts';

/** The thread of `writeWorkbook`. Texts are written as texts: a cell of type 's' is never run as a formula. */
const { name, rightToLeft, rows } = workerData as Sheet;
const worksheet = xlsx.utils.aoa_to_sheet(rows);
for (const [address, cell] of Object.entries(worksheet)) {
  if (address.startsWith('!')) continue;
  const { t } = cell as xlsx.CellObject;
  if (t === 'n') (cell as xlsx.CellObject).z = '#,##0.00';
}
const workbook = xlsx.utils.book_new();
workbook.Workbook = { Views: [{ RTL: rightToLeft }] };
xlsx.utils.book_append_sheet(workbook, worksheet, name);
const bytes = xlsx.write(workbook, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
const whole = new Uint8Array(bytes);
parentPort?.postMessage(whole, [whole.buffer]);
