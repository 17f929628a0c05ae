import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used. Its message is the one line that the start ends with. */
export class WrongSetting extends Error {
  constructor(name: string, problem: string) {
    super(`${name} ${problem}`);
    this.name = 'WrongSetting';
  }
}

/** Far more than an address or a secret needs, so that no device or image is read for one. */
const secretFileBytes = 4_096;

/** Empty means not set: compose files and CI often write `NAME=`. */
export function setting(env: Environment, name: string): string | null {
  const value = env[name]?.trim();
  return value ? value : null;
}

/** The first bytes of a file, fewer where it is shorter; null where it cannot be read. */
export function startOf(path: string, lengthBytes: number): Buffer | null {
  try {
    const file = openSync(path, 'r');
    try {
      const start = Buffer.alloc(lengthBytes);
      return start.subarray(0, readSync(file, start, 0, lengthBytes, null));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}

/**
 * A setting that holds a secret: its value, or that of the file which `<name>_FILE` names, as a vault or an
 * orchestrator mounts it. Messages repeat neither the file nor its path: somebody may have put the secret there.
 */
export function secretSetting(env: Environment, name: string): string | null {
  const value = setting(env, name);
  const fileName = `${name}_FILE`;
  const path = setting(env, fileName);
  if (path === null) return value;
  if (value !== null)
    throw new WrongSetting(fileName, `is set beside ${name}: only one of them can be meant`);
  const content = startOf(path, secretFileBytes + 1);
  if (content === null) throw new WrongSetting(fileName, 'must name a file that can be read');
  if (content.length > secretFileBytes || !isUtf8(content)) {
    throw new WrongSetting(fileName, `must name a file of text, of ${secretFileBytes} bytes at most`);
  }
  const text = content.toString('utf8').trimEnd();
  if (text === '') throw new WrongSetting(fileName, 'names a file that is empty');
  return text;
}
