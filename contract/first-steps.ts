import * as z from 'zod';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/** How long a terminal that is still to be paired keeps the list after an approval; a spare one would keep it for ever. */
export const firstStepsDays = 30;

/** The first steps of a merchant: terminals paired, a payment taken, a bank file read. */
export const getFirstSteps = defineRoute({
  id: 'dashboard.firstSteps',
  method: 'GET',
  path: '/dashboard/first-steps',
  allow: ['MERCHANT'],
  right: 'dashboard.firstSteps',
  summary:
    'How far a merchant is from the first proof that the bank paid; the terminals themselves are listed elsewhere',
  output: z.object({
    /** When the application was approved; null of a merchant that came without one. */
    approvedAt: instant.nullable(),
    /** A purchase was approved, at any time. */
    tookPayment: z.boolean(),
    /** A bank file was read to its end, and not undone since. */
    readBankFile: z.boolean(),
    /** The list has had its time. */
    isOver: z.boolean(),
  }),
  errors: [],
});
