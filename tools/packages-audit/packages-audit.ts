import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Advisory, readReport } from './advisories.ts';
import { type Judgement, judge, judgementText, type Published } from './judgement.ts';
import { type Lock, lockedVersion } from './locked.ts';
import { askNpm, CouldNotAsk } from './npm.ts';

/** Exit codes: nothing that may not wait, something that may not, and nobody knows. */
export const auditExit = { fine: 0, mend: 1, unknown: 2 } as const;

/** When each version of a package was published. */
async function publishedOf(folder: string, packageName: string): Promise<Published> {
  const times = await askNpm(folder, 'view', packageName, 'time');
  const isTimes = typeof times === 'object' && times !== null && !('error' in times);
  if (!isTimes) throw new CouldNotAsk(`The registry could not be asked for the versions of ${packageName}`);
  return times as Published;
}

async function judgementsOf(
  folder: string,
  advisories: readonly Advisory[],
  now: Date,
): Promise<Judgement[]> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const known = new Map<string, Published>();
  const judgements: Judgement[] = [];
  for (const advisory of advisories) {
    const { packageName } = advisory;
    const published = known.get(packageName) ?? (await publishedOf(folder, packageName));
    known.set(packageName, published);
    judgements.push(judge(advisory, lockedVersion(lock, advisory), published, now));
  }
  return judgements;
}

/**
 * Asks the registry which of the packages that a folder's lock names have known vulnerabilities, and tells of
 * each until when it is to be mended. Answers one of `auditExit`.
 */
export async function auditPackages(folder: string, now: Date, say: (line: string) => void): Promise<number> {
  try {
    const { advisories, packages } = readReport(await askNpm(folder, 'audit'));
    if (advisories.length === 0) {
      say(`None of ${packages} locked packages has a known vulnerability.`);
      return auditExit.fine;
    }
    const judgements = await judgementsOf(folder, advisories, now);
    const stopping = judgements.filter(({ stops }) => stops).length;
    say(`Known vulnerabilities in ${packages} locked packages: ${judgements.length}.`);
    for (const judgement of judgements) say(judgementText(judgement, now));
    if (stopping === 0) {
      say('All of them may wait for the next release.');
      return auditExit.fine;
    }
    say(`${stopping} may not wait: high or worse, or late.`);
    return auditExit.mend;
  } catch (error) {
    if (!(error instanceof CouldNotAsk)) throw error;
    say(error.message);
    return auditExit.unknown;
  }
}
