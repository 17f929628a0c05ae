import * as z from 'zod';
import { limitMinorMax } from './exception-limit.ts';
import { instant } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * Whether cashiers may give money back at their own terminal, and how much of it alone, in halalas: of one refund, and of all
 * within 24 hours. Above either a second person is asked (docs/decisions/0156-refunds-by-cashiers.md).
 */
const limitMinor = z.number().int().min(0).max(limitMinorMax);
const wanted = { isAllowed: z.boolean(), eachMinor: limitMinor, dayMinor: limitMinor };

const cashierRefunds = z.object({
  ...wanted,
  /** Who said so last; null where nobody did, and cashiers may not. */
  byName: z.string().nullable(),
  at: instant.nullable(),
});
export type CashierRefunds = z.infer<typeof cashierRefunds>;

/** What an owner is proposed, in halalas. */
export const proposedCashierRefunds = { eachMinor: 10_000, dayMinor: 30_000 } as const;

export const getCashierRefunds = defineRoute({
  id: 'refunds.cashiers',
  method: 'GET',
  path: '/refunds/cashiers',
  allow: merchantRoles,
  right: 'transactions.read',
  summary: 'Whether cashiers may give money back at their own terminal, and up to which amounts alone',
  output: cashierRefunds,
  errors: [],
});

export const setCashierRefunds = defineRoute({
  id: 'refunds.setCashiers',
  method: 'PUT',
  path: '/refunds/cashiers',
  allow: ['MERCHANT'],
  right: 'refunds.limit',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Sets whether cashiers may give money back, and up to which amounts alone; what waits stays waiting',
  body: z.strictObject(wanted),
  example: { body: { isAllowed: true, eachMinor: 10_000, dayMinor: 30_000 } },
  output: cashierRefunds,
  errors: [],
});
