import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { expect, test } from 'vitest';
import { filteredTerminals } from './filter-terminals.ts';

const row = (tid: string, part: Partial<TerminalRow> = {}): TerminalRow =>
  ({
    id: tid,
    tid,
    label: null,
    serialNumber: null,
    brand: 'PAX',
    model: 'A920Pro',
    branchId: '1',
    branchNameEn: 'Olaya',
    branchNameAr: 'العليا',
    cashierName: null,
    ipAddress: null,
    connection: 'CONNECTED',
    batteryPercent: 80,
    charging: false,
    paper: true,
    reportedModel: null,
    madaPackage: null,
    packageFit: 'FITS',
    packagesNeeded: [],
    ...part,
  }) as TerminalRow;

const rows = [
  row('88501101', { cashierName: 'نورة العتيبي' }),
  row('88501158', { label: 'Front counter', paper: false }),
  row('88505190', {
    branchId: '2',
    branchNameEn: 'Corniche',
    branchNameAr: 'الكورنيش',
    connection: 'DISCONNECTED',
  }),
];

test.each([
  ['nothing leaves all', {}, ['88501101', '88501158', '88505190']],
  ['a number', { search: '1158' }, ['88501158']],
  ['a number in Arabic digits', { search: '٨٨٥٠٥' }, ['88505190']],
  ['a name in Arabic', { search: 'نورة' }, ['88501101']],
  ['two words, wherever each stands', { search: 'pax FRONT' }, ['88501158']],
  ['a branch', { branchId: ['2'] }, ['88505190']],
  ['a connection', { connection: ['DISCONNECTED' as const] }, ['88505190']],
  [
    'those that need a person, money that waits among it',
    { needs: 'attention' as const },
    ['88501101', '88501158', '88505190'],
  ],
  ['what nobody is called', { search: 'zzz' }, []],
])('%s', (_, filter, tids) => {
  const leftOuts = new Map([['88501101', { count: 1, totalMinor: 100, since: '2026-11-20T09:00:00.000Z' }]]);
  expect(filteredTerminals(rows, filter, leftOuts).map(({ tid }) => tid)).toEqual(tids);
});
