import * as z from 'zod';
import { currencies } from './money.ts';

/** What the bank is still to be asked for, of one currency; positive. Apart, because the dashboard needs no more of bank files. */
export const claim = z.object({ currency: z.enum(currencies), amountMinor: z.number().int() });
export type Claim = z.infer<typeof claim>;
