import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators say of the days on which banks are closed. */
const kind = { hears: ['ADMIN'], about: ['holiday'], audit: true } as const;
const span = { name: open(z.string()), from: open(z.string()), to: open(z.string()) };
const before = { from: open(z.string()), to: open(z.string()) };

export const holidaysFacts = {
  'holidays.added': defineFact({ ...kind, params: span }),
  'holidays.confirmed': defineFact({ ...kind, params: span, was: before }),
  'holidays.dropped': defineFact({ ...kind, params: span, was: before }),
};
