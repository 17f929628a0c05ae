import { Readable } from 'node:stream';
import { type ExportFile, exportFileName, mediaTypes } from '../../platform/exports/export-file.ts';
import { drawPaper } from '../../platform/exports/paper-thread.ts';
import type { SlipPaper } from './slip-pdf.ts';

/** A slip as a file of one page. @throws Failure 'rateLimited' where too many papers wait */
export async function slipPaper(paper: SlipPaper): Promise<ExportFile> {
  const bytes = await drawPaper(new URL('./slip.worker.ts', import.meta.url), paper);
  return {
    name: exportFileName(paper.title, 'pdf'),
    mediaType: mediaTypes.pdf,
    content: Readable.from([bytes]),
  };
}
