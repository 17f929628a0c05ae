import * as z from 'zod';
import { defineRoute } from './route.ts';

/** Models of terminals and vendors as forms offer them, before the sign-in too: those of the administrators that are in use. */
export const offeredDevicesMax = { models: 1_000, vendors: 1_000 } as const;

export const getOfferedDevices = defineRoute({
  id: 'vendors.offered',
  method: 'GET',
  path: '/devices',
  allow: 'public',
  rateClass: 'places',
  summary: 'Models of terminals and the vendors who install them, as forms offer them',
  output: z.object({
    /** 'PAX A920': with its brand, because names of models alone repeat between brands. */
    models: z.array(z.string()).max(offeredDevicesMax.models),
    /** Applications and terminals keep the English name. */
    vendors: z.array(z.object({ en: z.string(), ar: z.string() })).max(offeredDevicesMax.vendors),
  }),
  errors: [],
});
