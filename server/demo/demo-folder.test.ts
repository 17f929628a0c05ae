import { expect, test } from 'vitest';
import { demoFolder, fleetFileIn } from '../../terminal/demo-folder.ts';
import { defaultDataDir } from '../platform/postgres/data-folder.ts';
import { fleetFileName } from './demo-data.ts';

test.each([true, false])(
  'terminals look where the portal of the same clone keeps its demo (root: %s)',
  (isRoot) => {
    expect(demoFolder('/srv/mizan', undefined, isRoot)).toBe(defaultDataDir('/srv/mizan', isRoot));
    expect(fleetFileIn('/data')).toBe(`/data/${fleetFileName}`);
  },
);
