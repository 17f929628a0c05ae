import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What people do with the files of a bank. */
const kind = { hears: ['MERCHANT', 'ADMIN'], severity: 'notable', about: ['bankFile'], audit: true } as const;
const fileName = open(z.string());

export const bankFilesFacts = {
  'bankFiles.uploaded': defineFact({ ...kind, params: { fileName, sizeBytes: open(z.int()) } }),
  'bankFiles.columnsConfirmed': defineFact({
    ...kind,
    params: { bankName: open(z.string().nullable()), remember: open(z.boolean()) },
  }),
  'bankFiles.undone': defineFact({ ...kind, was: { fileName, state: open(z.string()) } }),
};
