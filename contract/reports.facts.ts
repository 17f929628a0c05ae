import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Reports that are sent by themselves. */
const kind = { hears: ['MERCHANT'], about: ['merchant'], audit: true } as const;
const report = {
  reportKind: open(z.enum(['SALES', 'SETTLEMENT', 'EXCEPTIONS'])),
  rhythm: open(z.enum(['DAILY', 'WEEKLY', 'MONTHLY'])),
  dailyTime: open(z.string()),
};

export const reportsFacts = {
  'reports.added': defineFact({ ...kind, params: { ...report, recipients: open(z.string()) } }),
  'reports.stopped': defineFact({ ...kind, params: report }),
  'reports.asked': defineFact({ ...kind, params: report }),
  'reports.written': defineFact({
    hears: ['MERCHANT'],
    about: ['merchant'],
    mail: 'mails:report',
  }),
};
