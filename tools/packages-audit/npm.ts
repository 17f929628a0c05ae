import { spawn } from 'node:child_process';
import { npmCommand } from '../launch/install.mjs';

/** The registry gave no answer, or none that could be understood. Its message is a sentence for people. */
export class CouldNotAsk extends Error {
  override readonly name = 'CouldNotAsk';
}

/** One try more than the first, soon: npm by itself goes on for minutes. */
const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-timeout=30000'];
const answerBytesAtMost = 64 * 1024 ** 2;

async function outputOf(folder: string, args: readonly string[]): Promise<string> {
  const { program, first } = npmCommand();
  const child = spawn(program, [...first, ...args, ...patience, '--json', '--loglevel=silent'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const read = async (): Promise<string> => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > answerBytesAtMost) throw new CouldNotAsk('npm answers more than this command reads');
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  };
  try {
    return await Promise.race([read(), failed]);
  } finally {
    child.kill();
  }
}

/** What npm prints as JSON. Its exit code says nothing: it is 1 for a finding and for a failure alike. */
export async function askNpm(folder: string, ...args: string[]): Promise<unknown> {
  const text = await outputOf(folder, args).catch((error: Error) => {
    throw error instanceof CouldNotAsk
      ? error
      : new CouldNotAsk(`npm could not be started: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new CouldNotAsk(`npm ${args[0]} answered no JSON`);
  }
}
