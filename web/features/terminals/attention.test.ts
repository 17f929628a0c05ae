import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { describe, expect, test } from 'vitest';
import { attentionOf, silentBranches } from './attention.ts';

const well: TerminalRow = {
  id: '1',
  tid: '88501101',
  label: null,
  isTest: false,
  serialNumber: 'S1',
  brand: 'Ingenico',
  manufacturer: 'Worldline/Ingenico',
  model: 'AXIUM DX8000',
  branchId: '1',
  branchNameEn: 'Olaya',
  branchNameAr: 'العليا',
  branchStatus: 'ACTIVE',
  cashierId: null,
  cashierName: null,
  isPaired: true,
  connection: 'CONNECTED',
  lastSeenAt: '2026-11-22T11:00:00.000Z',
  telemetryAt: '2026-11-22T11:00:00.000Z',
  reportedModel: 'AXIUM DX8000',
  batteryPercent: 80,
  charging: false,
  wifiSsid: 'shop',
  wifiRssi: -50,
  bluetooth: false,
  ipAddress: null,
  madaApp: '1.4.2',
  madaPackage: '2026.10',
  packageFit: 'FITS',
  packagesNeeded: [],
  version: '1.4.2',
  provider: 'Mizan',
  paper: true,
  openTransactionId: null,
};
const leftOut = { count: 2, totalMinor: 1_500, since: '2026-11-20T09:00:00.000Z' };

describe('what asks for a person at a terminal', () => {
  test.each<[string, Partial<TerminalRow>, string[]]>([
    ['nothing of one that is well', {}, []],
    ['a line that is lost', { connection: 'DISCONNECTED' }, ['NOT_CONNECTED']],
    ['no line that is on its way back', { connection: 'RECONNECTING' }, []],
    ['no line that never was', { connection: 'NEVER', batteryPercent: null, paper: null }, []],
    ['a package that does not fit', { packageFit: 'DOES_NOT_FIT' }, ['PACKAGE']],
    ['no package that nobody has spoken of', { packageFit: 'NOT_SET' }, []],
    ['a device that is another one', { reportedModel: 'A920' }, ['MODEL']],
    ['a battery that will not last', { batteryPercent: 15 }, ['LOW_BATTERY']],
    ['no battery that is being charged', { batteryPercent: 15, charging: true }, []],
    ['paper that has run out', { paper: false }, ['NO_PAPER']],
    [
      'the line alone of one that is silent',
      { connection: 'DISCONNECTED', batteryPercent: 3, paper: false },
      ['NOT_CONNECTED'],
    ],
  ])('%s', (_, part, kinds) => {
    expect(attentionOf({ ...well, ...part }, undefined)).toEqual(kinds);
  });

  test('money that no reconciliation has counted', () => {
    expect(attentionOf(well, leftOut)).toEqual(['NOT_RECONCILED']);
  });
});

describe('branches that have gone silent', () => {
  const gone: TerminalRow = { ...well, connection: 'DISCONNECTED' };
  const open = { all: false, branchIds: [] };
  test('one of which no terminal has a line, and when the last of them was heard', () => {
    const later = { ...gone, id: '2', lastSeenAt: '2026-11-22T12:00:00.000Z' };
    expect(silentBranches([gone, later, { ...well, id: '3', branchId: '2' }], open)).toEqual([
      {
        branchId: '1',
        branchNameEn: 'Olaya',
        branchNameAr: 'العليا',
        count: 2,
        lastSeenAt: later.lastSeenAt,
      },
    ]);
  });
  test.each<[string, TerminalRow[]]>([
    ['one terminal is connected', [gone, well]],
    ['one is on its way back', [gone, { ...well, connection: 'RECONNECTING' }]],
    ['none was ever paired', [{ ...well, connection: 'NEVER', lastSeenAt: null }]],
    ['there are none', []],
  ])('not where %s', (_, rows) => {
    expect(silentBranches(rows, open)).toEqual([]);
  });

  test('not where it is closed now; and where that is not known, it is said', () => {
    const elsewhere = { ...gone, id: '2', branchId: '2' };
    const names = (closed: Parameters<typeof silentBranches>[1]) =>
      silentBranches([gone, elsewhere], closed).map(({ branchId }) => branchId);
    expect(names({ all: true, branchIds: [] })).toEqual([]);
    expect(names({ all: false, branchIds: ['1'] })).toEqual(['2']);
    expect(names(null)).toEqual(['1', '2']);
  });
});
