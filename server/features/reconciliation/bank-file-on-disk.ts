import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { Failure } from '../../platform/failure.ts';
import { folderIdOf } from './bank-file-folder.ts';

/** An uploaded file as it lies in the data folder, under a name of ours and never under the user's. */
export interface ReceivedFile {
  uuid: string;
  /** The folder that it lies in, as bank-file-folder.ts names folders. */
  folderId: string;
  sizeBytes: number;
  sha256: Buffer;
}

/** Where the kept files of a portal lie. */
export const bankFilesName = 'bank-files';
export const bankFilesFolder = (dataDir: string): string => join(dataDir, bankFilesName);
export const bankFilePath = (folder: string, uuid: string): string => join(folder, uuid);

/** ZIP (XLSX) and OLE (XLS): workbooks have a smaller limit than text, and their first bytes tell. */
const workbookSignatures = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0', 'hex')];
const signatureBytes = 4;

function limitOf(head: Buffer): number {
  const isWorkbook = workbookSignatures.some((signature) =>
    head.subarray(0, signatureBytes).equals(signature),
  );
  return isWorkbook ? bankFileLimits.workbookBytesMax : bankFileLimits.textBytesMax;
}

/** The sentences of these stand at reconciliation.fileError.<fileError> in the web. */
const tooLarge = (maxBytes: number): Failure =>
  new Failure('tooLarge', 'The file is larger than a bank file may be.', { fileError: 'tooLarge', maxBytes });
const cut = (): Failure =>
  new Failure('unreadableFile', 'The upload was cut off; nothing was kept.', { fileError: 'cut' });
const empty = (): Failure => new Failure('unreadableFile', 'The file is empty.', { fileError: 'empty' });
const diskFull = (): Failure =>
  new Failure('storageFull', 'The disk of the portal is full; nothing was kept.', { fileError: 'diskFull' });

/** Counts, hashes and limits what passes. */
function measure(): Transform & { result(): { sizeBytes: number; sha256: Buffer } } {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  let sizeBytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head.length < signatureBytes) head = Buffer.concat([head, chunk.subarray(0, signatureBytes)]);
      sizeBytes += chunk.length;
      const maxBytes = limitOf(head);
      if (sizeBytes > maxBytes) return done(tooLarge(maxBytes));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return Object.assign(through, { result: () => ({ sizeBytes, sha256: hash.digest() }) });
}

/**
 * Writes an upload to the data folder. `declaredBytes` is what the sender said is coming, where it did.
 * @throws Failure 'unreadableFile' (fileError cut or empty), 'tooLarge' or 'storageFull'; then nothing is left behind.
 */
export async function receiveFile(
  folder: string,
  body: Readable,
  declaredBytes: number | undefined,
): Promise<ReceivedFile> {
  if (declaredBytes !== undefined && declaredBytes > bankFileLimits.textBytesMax) {
    throw tooLarge(bankFileLimits.textBytesMax);
  }
  // The line may break before the file is open; without a listener that error would end the process.
  body.on('error', () => {});
  const uuid = randomUUID();
  const partPath = `${bankFilePath(folder, uuid)}.part`;
  const measured = measure();
  try {
    const folderId = await folderIdOf(folder);
    await pipeline(body, measured, createWriteStream(partPath, { mode: 0o600, flush: true }));
    const { sizeBytes, sha256 } = measured.result();
    if (declaredBytes !== undefined && sizeBytes !== declaredBytes) throw cut();
    if (sizeBytes === 0) throw empty();
    await rename(partPath, bankFilePath(folder, uuid));
    return { uuid, folderId, sizeBytes, sha256 };
  } catch (error) {
    await rm(partPath, { force: true });
    if (isDiskFull(error)) throw diskFull();
    throw isOurs(error) ? error : cut();
  }
}

/** No room on the disk, for this user, or for a file of this size. */
const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '');

/** A line that broke shows as many kinds of stream errors; what the disk says is none of them. */
function isOurs(error: unknown): boolean {
  if (error instanceof Failure) return error.code !== 'badRequest';
  return (error as NodeJS.ErrnoException).syscall !== undefined && !isLostLine(error);
}
const isLostLine = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');

export async function dropFile(folder: string, uuid: string): Promise<void> {
  await rm(bankFilePath(folder, uuid), { force: true });
}

/** Whether the bytes of a bank file lie in this portal's data folder; another portal may keep them. */
export async function hasFile(folder: string, uuid: string): Promise<boolean> {
  return access(bankFilePath(folder, uuid)).then(
    () => true,
    () => false,
  );
}

/** Longer than any upload may take (the HTTP layer's limit is half of it). */
const partFileAgeMs = 3_600_000;

/** Removes what uploads of a killed process left behind. */
export async function dropPartFiles(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.endsWith('.part'))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > partFileAgeMs) await rm(join(folder, name), { force: true });
  }
}
