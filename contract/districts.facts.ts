import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators do with regions, cities and districts. */
const kind = { hears: ['ADMIN'], about: ['place'], audit: true } as const;
const names = { nameEn: open(z.string()), nameAr: open(z.string()) };

export const districtsFacts = {
  'districts.added': defineFact({ ...kind, params: names }),
  'districts.renamed': defineFact({ ...kind, params: names, was: names }),
  'districts.deactivated': defineFact({ ...kind, params: names }),
  'districts.activated': defineFact({ ...kind, params: names }),
  'districts.deleted': defineFact({ ...kind, params: names }),
};
