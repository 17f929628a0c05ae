import * as z from 'zod';
import { defineRoute } from './route.ts';

/** Places as forms offer them, before the sign-in too: those of the administrators that are in use. */
export const offeredMax = { cities: 1_000, districts: 1_000 } as const;

const names = { en: z.string(), ar: z.string() };
const common = { method: 'GET', allow: 'public', rateClass: 'places' } as const;

export const getOfferedPlaces = defineRoute({
  ...common,
  id: 'districts.offered',
  path: '/places',
  summary: 'Regions by their ISO 3166-2 code, and the cities that forms offer',
  output: z.object({
    regions: z.array(z.object({ code: z.string(), ...names })),
    /** `region` is the code of theirs. */
    cities: z.array(z.object({ region: z.string(), ...names })).max(offeredMax.cities),
  }),
  errors: [],
});

export const getOfferedDistricts = defineRoute({
  ...common,
  id: 'districts.offeredIn',
  path: '/places/districts',
  summary:
    'The districts of a city, named in either language, that forms offer; none of one that nobody knows',
  query: z.object({ city: z.string().trim().min(1).max(80) }),
  example: { query: { city: 'Jeddah' } },
  output: z.object({ districts: z.array(z.object(names)).max(offeredMax.districts) }),
  errors: [],
});
