import * as z from 'zod';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * What waits for the person who asks: small and by itself, because the bell of every screen asks it. It is read
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
  summary:
    'How many differences wait for the approval of whoever asks, how many are assigned to them, how many refunds wait for them, which chargebacks of the merchant have no answer near or past the deadline of the bank, and how many statements wait',
  output: z.object({
    ownId: rowId,
    approval: waiting,
    assigned: waiting,
    /** Chargebacks without a noted answer: the deadline is at most `answerNoticeDays` away, or past. Of the whole merchant. */
    answerSoon: waiting,
    answerMissed: waiting,
    /** Statements of accounts that came by themselves and wait for a person. Of the whole merchant. */
    statements: z.object({ count: z.number().int() }),
    /** Refunds above the limit that somebody else asked for. */
    refunds: waiting,
  }),
  errors: [],
});
