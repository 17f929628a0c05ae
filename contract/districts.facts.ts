import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators do with regions, cities and districts. */
const kind = { hears: ['ADMIN'], about: ['place'], audit: true } as const;
const names = { nameEn: open(z.string()), nameAr: open(z.string()) };
/** The file that said so; absent where somebody did it by hand. */
const told = { ...names, fileName: open(z.string().optional()) };

export const districtsFacts = {
  'districts.added': defineFact({ ...kind, params: names }),
  'districts.renamed': defineFact({ ...kind, params: told, was: names }),
  'districts.deactivated': defineFact({ ...kind, params: told }),
  'districts.activated': defineFact({ ...kind, params: told }),
  'districts.deleted': defineFact({ ...kind, params: names }),
  /** What a file changed of places that were there is told of each of them too; what it added has this one in its record. */
  'districts.imported': defineFact({
    hears: ['ADMIN'],
    about: [],
    audit: true,
    params: { fileName: open(z.string()), added: open(z.int()), changed: open(z.int()) },
  }),
};
