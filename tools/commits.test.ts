import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './run/installed-tool.ts';

/** Those of before the 28th of November 2026 stay as they are. */
const since = '2026-11-28T00:00:00Z';
const subjectMax = 72;

/** Null where git tells nothing: in a copy without its history, or one that it does not trust. */
function subjects(): string[] | null {
  try {
    const log = ['log', `--since=${since}`, '--format=%s'];
    const said = execFileSync('git', log, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    return said.split('\n').filter(Boolean);
  } catch (error) {
    console.log(`Subjects of commits were not read: ${(error as Error).message}`);
    return null;
  }
}
const said = subjects();

test.runIf(said !== null)('a commit says what changed within 72 characters, without a full stop', () => {
  expect(said?.length).toBeGreaterThan(0);
  expect(said?.filter((subject) => [...subject].length > subjectMax || subject.endsWith('.'))).toEqual([]);
});
