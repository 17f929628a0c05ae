import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readConfig, WrongSetting } from './config.ts';
import { verifiedBytesMax, verifyFile } from './features/settlement/statements/verify-file.service.ts';
import { createLog } from './platform/log.ts';
import { exitCodes, verifiedText } from './statement-verify.ts';
import { openStore } from './store.ts';

const help = `npm run statement:verify -- <file> [<file> ...]

  Says of each settlement statement (PDF, XLSX or CSV) whether it is byte for byte a file that this portal made.
  The portal may run meanwhile. Ends with 0 where all are unchanged, 1 where one was changed, 3 where one is not of
  this portal, 2 where a file cannot be read or a setting is wrong.
`;

/** @throws WrongSetting where it is no file that can be read */
async function bytesOf(path: string): Promise<Buffer | null> {
  try {
    const { size } = await stat(path);
    return size > verifiedBytesMax ? null : await readFile(path);
  } catch (error) {
    throw new WrongSetting('statement:verify', `cannot read ${path}: ${(error as Error).message}`);
  }
}

async function main(): Promise<number> {
  const paths = process.argv.slice(2);
  if (paths.length === 0 || paths.includes('--help')) {
    console.log(help);
    return paths.length === 0 ? 2 : 0;
  }
  const files = await Promise.all(paths.map(async (path) => [basename(path), await bytesOf(path)] as const));
  const store = await openStore(readConfig(process.env), createLog('warn'));
  try {
    let worst = 0;
    for (const [name, bytes] of files) {
      const verified =
        bytes === null
          ? ({ kind: 'NOT_OURS', why: 'tooLarge' } as const)
          : await verifyFile(store.db, store.secret, bytes);
      console.log(verifiedText(name, verified));
      worst = Math.max(worst, exitCodes[verified.kind]);
    }
    return worst;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof WrongSetting)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
