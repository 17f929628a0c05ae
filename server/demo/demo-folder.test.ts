import { expect, test } from 'vitest';
import { demoFolder, fleetFileIn } from '../../terminal/demo-folder.ts';
import { readConfig } from '../config.ts';
import { demoWelcome, startDemoFleet } from '../demo-start.ts';
import { createLog } from '../platform/log.ts';
import { defaultDataDir } from '../platform/postgres/data-folder.ts';
import { fleetFileName } from './demo-data.ts';

test.each([true, false])(
  'terminals look where the portal of the same clone keeps its demo (root: %s)',
  (isRoot) => {
    expect(demoFolder('/srv/mizan', undefined, isRoot)).toBe(defaultDataDir('/srv/mizan', isRoot));
    expect(fleetFileIn('/data')).toBe(`/data/${fleetFileName}`);
  },
);

test('without their file no terminals are switched on, and who starts the portal reads why and how', () => {
  const config = { ...readConfig({}), dataDir: '/nowhere/at-all' };
  const url = new URL('http://localhost:8080');
  expect(startDemoFleet(config, url, createLog('silent'))).toBeNull();
  expect(demoWelcome(url, false)).toContain('The simulated terminals stay off');
  expect(demoWelcome(url, true)).not.toContain('stay off');
});
