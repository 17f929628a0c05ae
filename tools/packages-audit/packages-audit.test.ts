import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditPackages } from './packages-audit.ts';
import { standInRegistry } from './testing/stand-in-registry.ts';

/** The real npm on a project of two packages, one inside the other, and a registry that a test fills. */
const registry = await standInRegistry();
const folder = await mkdtemp(join(tmpdir(), 'mizan-packages-'));
afterAll(async () => {
  vi.unstubAllEnvs();
  await registry.stop();
  await rm(folder, { recursive: true });
});

beforeAll(async () => {
  for (const [name, value] of Object.entries({
    registry: registry.url,
    cache: folder,
    noproxy: '127.0.0.1',
  })) {
    vi.stubEnv(`npm_config_${name}`, value);
    vi.stubEnv(`NPM_CONFIG_${name.toUpperCase()}`, value);
  }
  const packages = {
    '': { name: 'project', version: '1.0.0', dependencies: { outer: '1.0.0' } },
    'node_modules/outer': { version: '1.0.0', dependencies: { inner: '^1.0.0' } },
    'node_modules/inner': { version: '1.0.1' },
  };
  const { name, version, dependencies } = packages[''];
  const write = (file: string, content: object) => writeFile(join(folder, file), JSON.stringify(content));
  await write('package.json', { name, version, dependencies });
  await write('package-lock.json', { name, version, lockfileVersion: 3, requires: true, packages });
});
beforeEach(() => {
  registry.refuse = 'nothing';
  registry.advisories = {};
  registry.versions = {
    outer: { '1.0.0': '2026-01-01T00:00:00Z' },
    inner: {
      '1.0.0': '2026-01-01T00:00:00Z',
      '1.0.1': '2026-02-01T00:00:00Z',
      '1.0.2': '2026-11-01T00:00:00Z',
      '1.1.0': '2026-11-10T00:00:00Z',
    },
  };
});

async function audited(now: string): Promise<[number, string[]]> {
  const said: string[] = [];
  const code = await auditPackages(folder, new Date(now), (line) => said.push(line));
  return [code, said];
}
const moderate = { severity: 'moderate', vulnerable_versions: '<1.0.2' };

test('0: no locked package has a known vulnerability', async () => {
  expect(await audited('2026-11-20T00:00:00Z')).toEqual([
    0,
    ['None of 2 locked packages has a known vulnerability.'],
  ]);
});

test('0: what may wait is told with the day it is due', async () => {
  registry.advisories = { inner: [moderate] };
  expect(await audited('2026-11-20T00:00:00Z')).toEqual([
    0,
    [
      'Known vulnerabilities in 2 locked packages: 1.',
      '  moderate  inner 1.0.1: A title (https://example.com/inner)\n' +
        '            mended by 1.0.2 since 2026-11-01: due 2026-12-01',
      'All of them may wait for the next release.',
    ],
  ]);
});

test('1: the same a month after a version that mends it', async () => {
  registry.advisories = { inner: [moderate] };
  const [code, said] = await audited('2026-12-04T12:00:00Z');
  expect([code, said.at(-1)]).toEqual([1, '1 may not wait: high or worse, or late.']);
  expect(said[1]).toContain('due 2026-12-01, 3 days late');
});

test.each(['high', 'critical'])('1: one that is %s, on its first day', async (severity) => {
  registry.advisories = { inner: [{ severity, vulnerable_versions: '<=1.0.1' }] };
  const [code, said] = await audited('2026-11-01T00:00:01Z');
  expect([code, said[1]]).toEqual([1, expect.stringContaining(`${severity.padEnd(9)} inner 1.0.1`)]);
});

test('0: what nobody has mended yet is told, and cannot be late', async () => {
  registry.advisories = { inner: [{ severity: 'low', vulnerable_versions: '*' }] };
  const [code, said] = await audited('2027-11-01T00:00:00Z');
  expect([code, said[1]]).toEqual([0, expect.stringContaining('no version mends it yet')]);
});

test.each(['advisories', 'times'] as const)('2: a registry that refuses to tell %s', async (what) => {
  registry.advisories = { inner: [moderate] };
  registry.refuse = what;
  const [code, said] = await audited('2026-11-20T00:00:00Z');
  expect([code, said]).toEqual([2, [expect.stringMatching(/^The registry could not be asked for [^\n]+$/)]]);
});

test('2: a registry that is not there', async () => {
  const gone = await standInRegistry();
  await gone.stop();
  vi.stubEnv('npm_config_registry', gone.url);
  vi.stubEnv('NPM_CONFIG_REGISTRY', gone.url);
  const [code, said] = await audited('2026-11-20T00:00:00Z');
  vi.stubEnv('npm_config_registry', registry.url);
  vi.stubEnv('NPM_CONFIG_REGISTRY', registry.url);
  expect([code, said]).toEqual([2, [expect.stringMatching(/^The registry could not be asked for [^\n]+$/)]]);
});
