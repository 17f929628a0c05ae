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
  /** What a file changed of places that were there is told of each of them too. */
  'districts.imported': defineFact({
    hears: ['ADMIN'],
    about: [],
    audit: true,
    params: { fileName: open(z.string()), added: open(z.int()), changed: open(z.int()) },
  }),
};
