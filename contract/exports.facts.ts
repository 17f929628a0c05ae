import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What people take away as files, and what they give up. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['export'], audit: true } as const;
const fileName = open(z.string());

export const exportsFacts = {
  'exports.asked': defineFact({ ...kind, params: { fileName, rowsTotal: open(z.int()) } }),
  'exports.everythingAsked': defineFact({ ...kind, params: { fileName } }),
  'exports.canceled': defineFact({ ...kind, params: { fileName } }),
  'exports.downloaded': defineFact({ ...kind, params: { fileName } }),
};
