import * as z from 'zod';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Exceptions that wait for the person who asks: small and by itself, because the bell of every screen asks it. It is read
 * from the exceptions as they are, so what was decided or taken back waits for nobody, and nothing is lost by being away.
 */
const waiting = z.object({
  count: z.number().int(),
  /** The one there is; null for none or several. */
  onlyId: rowId.nullable(),
});

export const getAskedOfMe = defineRoute({
  id: 'reconciliation.askedOfMe',
  method: 'GET',
  path: '/reconciliation/asked-of-me',
  allow: ['MERCHANT'],
  right: 'bankFiles.read',
  summary: 'How many differences wait for the approval of whoever asks, and how many are assigned to them',
  output: z.object({ ownId: rowId, approval: waiting, assigned: waiting }),
  errors: [],
});
