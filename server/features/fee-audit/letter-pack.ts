import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import {
  type ExportFile,
  exportFile,
  exportFileName,
  mediaTypes,
} from '../../platform/exports/export-file.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';

interface LetterPack {
  /** What the files are called. */
  title: string;
  letter: () => Promise<Buffer>;
  lines: () => ExportTable;
}

/**
 * What a merchant sends to its bank: the letter, every line of it as a workbook, or both in one.
 * @throws Failure 'tooLarge' where it has more lines than a workbook takes at once
 */
export async function letterPack(
  { title, letter, lines }: LetterPack,
  format: 'pdf' | 'xlsx' | 'zip',
): Promise<ExportFile> {
  if (format === 'xlsx') return exportFile(lines(), 'xlsx', title);
  const named = (content: Readable): ExportFile => ({
    name: exportFileName(title, format),
    mediaType: mediaTypes[format],
    content,
  });
  if (format === 'pdf') return named(Readable.from([await letter()]));
  const written = await letter();
  const zip = new ZipFile();
  zip.addBuffer(written, exportFileName(title, 'pdf'));
  const sheet = exportFile(lines(), 'xlsx', title);
  const content = zip.outputStream as Readable;
  sheet.content.on('error', (error) => content.destroy(error));
  content.on('close', () => sheet.content.destroy());
  // Workbooks are archives already.
  zip.addReadStream(sheet.content, sheet.name, { compress: false });
  zip.end();
  return named(content);
}
