import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Advisory, readReport, type Severity, severities } from './advisories.ts';
import { daysToMend, judge, judgementText } from './judgement.ts';
import { lockedVersion } from './locked.ts';
import { CouldNotAsk } from './npm.ts';

const advisory = (more: Partial<Advisory> = {}): Advisory => ({
  packageName: 'inner',
  severity: 'moderate',
  title: 'A title',
  url: 'https://example.com/1',
  range: '<1.0.2',
  places: ['node_modules/inner'],
  ...more,
});
const published = {
  created: '2026-01-01T00:00:00Z',
  '1.0.1': '2026-02-01T00:00:00Z',
  '1.0.2-beta.1': '2026-03-01T00:00:00Z',
  // A fix of an older line that was published after the newer one.
  '0.9.9': '2026-03-02T00:00:00Z',
  '1.0.2': '2026-11-01T00:00:00Z',
};
const day = (date: string): Date => new Date(`${date}T00:00:00Z`);

test.each<[Severity, string, string]>([
  ['critical', '2026-11-04', '2026-11-04'],
  ['high', '2026-11-08', '2026-11-08'],
  ['moderate', '2026-12-01', '2026-12-01'],
  ['low', '2026-12-01', '2026-12-01'],
])('%s: due so many days after the first version that mends it', (severity, due, lastDay) => {
  const on = (now: Date) => judge(advisory({ severity }), '1.0.1', published, now);
  expect(on(day(lastDay)).mendedBy).toEqual({ version: '1.0.2', at: day('2026-11-01'), dueAt: day(due) });
  expect(judgementText(on(day(lastDay)), day(lastDay))).not.toContain('late');
  const nextDay = new Date(day(lastDay).getTime() + 24 * 60 * 60_000);
  expect(judgementText(on(nextDay), nextDay)).toContain('1 days late');
  expect(on(nextDay).stops).toBe(true);
});

test('a version before its release mends it for those alone who have such versions', () => {
  const range = '<1.0.2-beta.1';
  expect(judge(advisory({ range }), '1.0.1', published, day('2026-11-02')).mendedBy?.version).toBe('1.0.2');
  expect(judge(advisory({ range }), '1.0.2-alpha.3', published, day('2026-11-02')).mendedBy?.version).toBe(
    '1.0.2-beta.1',
  );
});

test('of a package that is here twice the older one is judged, and one that is not found as never updated', () => {
  const lock = {
    packages: {
      'node_modules/inner': { version: '1.10.0' },
      'node_modules/a/node_modules/inner': { version: '1.9.0' },
    },
  };
  expect(lockedVersion(lock, advisory({ places: Object.keys(lock.packages) }))).toBe('1.9.0');
  expect(lockedVersion(lock, advisory({ places: ['elsewhere'] }))).toBe('0.0.0');
});

test('a report names each advisory once, at its own package; an unknown grade may not wait', () => {
  const own = { source: 1, name: 'inner', title: 'T', url: 'U', severity: 'grave', range: '<2' };
  const { advisories, packages } = readReport({
    auditReportVersion: 2,
    vulnerabilities: {
      inner: {
        name: 'inner',
        severity: 'high',
        via: [own],
        nodes: ['node_modules/inner'],
        effects: ['outer'],
      },
      outer: { name: 'outer', severity: 'high', via: ['inner'], nodes: ['node_modules/outer'], effects: [] },
    },
    metadata: { vulnerabilities: { total: 2 }, dependencies: { prod: 2, total: 391 } },
  });
  expect(packages).toBe(391);
  expect(advisories).toEqual([advisory({ severity: 'high', title: 'T', url: 'U', range: '<2' })]);
});

test.each([
  [{ message: '405 Method Not Allowed\nmore', error: { summary: '' } }, ': 405 Method Not Allowed'],
  [{ error: { code: 'ENOAUDIT', summary: 'Your lock is too old' } }, ': Your lock is too old'],
  [{ vulnerabilities: {} }, ': it gave no report'],
  [null, ': it gave no report'],
])('what is no report is none without vulnerabilities: %j', (answer, reason) => {
  expect(() => readReport(answer)).toThrow(CouldNotAsk);
  expect(() => readReport(answer)).toThrow(reason);
});

test('what strangers wrote in an advisory moves no cursor', () => {
  const title = 'Fine\u001b[2J\r\nAll is well';
  const text = judgementText(judge(advisory({ title }), '1.0.1', {}, day('2026-11-02')), day('2026-11-02'));
  expect(text.split('\n')).toHaveLength(2);
  expect(text.replace('\n', '')).not.toMatch(/\p{Cc}/u);
});

test('docs/security.md names the same days', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const components = text.slice(text.indexOf('\n## Components'), text.indexOf('\n## Decided otherwise'));
  const told = severities.map((severity) => [
    severity,
    Number(new RegExp(`\\| [^|]*\\b${severity}\\b[^|]* \\| (\\d+) days`).exec(components)?.[1]),
  ]);
  expect(Object.fromEntries(told)).toEqual(daysToMend);
});
