import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators say of vendors. */
const kind = { hears: ['ADMIN'], about: ['vendor'], audit: true } as const;
const vendor = {
  nameEn: open(z.string()),
  nameAr: open(z.string()),
  contactName: open(z.string()),
  mobile: open(z.string().nullable()),
  email: open(z.string().nullable()),
  banks: open(z.string()),
  models: open(z.string()),
  packages: open(z.string()),
  status: open(z.string()),
};

export const vendorsFacts = {
  'vendors.added': defineFact({ ...kind, params: vendor }),
  'vendors.changed': defineFact({ ...kind, params: vendor, was: vendor }),
};
