import { expect, test } from 'vitest';
import { fleetFileName } from '../server/demo/demo-data.ts';
import { defaultDataDir } from '../server/platform/postgres/data-folder.ts';
import { demoFolder, fleetFileIn } from '../terminal/demo-folder.ts';

test.each([true, false])(
  'terminals look where the portal of the same clone keeps its demo (root: %s)',
  (isRoot) => {
    expect(demoFolder('/srv/mizan', undefined, isRoot)).toBe(defaultDataDir('/srv/mizan', isRoot));
    expect(fleetFileIn('/data')).toBe(`/data/${fleetFileName}`);
  },
);
