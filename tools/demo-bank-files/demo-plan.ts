import type { FileOptions } from '../bank-files/bank-file.ts';
import type { Plantable } from '../bank-files/planting.ts';

/** One file of `npm run demo:bank-files`: its name, its form, and what is planted in it. */
export interface DemoFile {
  name: string;
  form: FileOptions;
  planted: readonly Plantable[];
  /** A line in the middle that no reader can take. */
  broken?: boolean;
}

const times = (count: number, word: Plantable): Plantable[] => Array.from({ length: count }, () => word);

/**
 * The newest business day first: each file is of a day of its own, so that all of them can be uploaded one after
 * the other and none claims another's payments. Those at the end are long due: what they lack is missing there, and what the
 * first one lacks may still come.
 */
export const demoFiles: readonly DemoFile[] = [
  {
    name: 'najd-english.xlsx',
    form: { layout: 'english', format: 'xlsx' },
    planted: [
      ...times(4, 'missingInBank'),
      ...times(2, 'missingInPortal'),
      ...times(12, 'feeDiffers'),
      ...times(3, 'rounding'),
      'amountDiffers',
      'duplicate',
      'statusConflict',
      'chargeback',
    ],
  },
  { name: 'najd-balanced.csv', form: { layout: 'english', format: 'csv' }, planted: [] },
  {
    name: 'najd-arabic-windows-1256.csv',
    form: { layout: 'arabic', format: 'csv', text: { encoding: 'windows-1256', delimiter: ';' } },
    planted: [...times(5, 'feeDiffers'), ...times(3, 'damagedRrn')],
  },
  {
    name: 'moyasar.csv',
    form: { layout: 'moyasar', format: 'csv' },
    planted: ['missingInPortal', 'otherLine', 'statusConflict'],
  },
  {
    name: 'mashreq-enrich.csv',
    form: { layout: 'mashreq', format: 'txt' },
    planted: [...times(2, 'duplicate'), ...times(2, 'onlyApprovalCode'), 'chargeback'],
  },
  {
    name: 'najd-legacy.xls',
    form: { layout: 'english', format: 'xls' },
    planted: ['feeDiffers', 'duplicate'],
  },
  {
    name: 'adyen.xlsx',
    form: { layout: 'adyen', format: 'xlsx' },
    planted: [...times(3, 'missingInBank'), 'amountDiffers'],
  },
  {
    name: 'najd-arabic.csv',
    form: { layout: 'arabic', format: 'csv' },
    planted: [...times(2, 'missingInBank'), 'amountDiffers', ...times(3, 'lostRrn')],
  },
  {
    name: 'najd-broken-row.csv',
    form: { layout: 'english', format: 'csv' },
    planted: ['missingInBank'],
    broken: true,
  },
];
