import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For tests: writes bytes to a file, hands its path on, and takes it away again. */
export async function withFile<T>(
  bytes: string | Uint8Array,
  work: (filePath: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bank-file-'));
  try {
    const filePath = join(folder, 'file');
    writeFileSync(filePath, bytes);
    return await work(filePath);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
