import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators say of brands and models of terminals. */
const kind = { hears: ['ADMIN'], audit: true } as const;
const brand = { name: open(z.string()), manufacturer: open(z.string()), status: open(z.string()) };
const model = {
  brand: open(z.string()),
  name: open(z.string()),
  reports: open(z.string()),
  status: open(z.string()),
};
const fit = { model: open(z.string()), package: open(z.string()), fit: open(z.string()) };

export const modelsFacts = {
  'models.brandAdded': defineFact({ ...kind, about: ['brand'], params: brand }),
  'models.brandChanged': defineFact({ ...kind, about: ['brand'], params: brand, was: brand }),
  'models.added': defineFact({ ...kind, about: ['model'], params: model }),
  'models.changed': defineFact({ ...kind, about: ['model'], params: model, was: model }),
  'models.pictureSet': defineFact({ ...kind, about: ['model'], params: { sizeBytes: open(z.int()) } }),
  'models.pictureRemoved': defineFact({ ...kind, about: ['model'] }),
  'models.packageAdded': defineFact({ ...kind, about: [], params: { package: open(z.string()) } }),
  'models.fitSet': defineFact({
    ...kind,
    about: ['model'],
    params: { ...fit, source: open(z.string()) },
    was: { fit: open(z.string()) },
  }),
};
