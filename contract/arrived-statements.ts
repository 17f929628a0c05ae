import * as z from 'zod';
import { idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** Statements of accounts that nobody reads on the screen: out of the watched folder, or sent by a program. */

/**
 * Why one waits for a person. `kind`: it may be a file of payments as well. `severalAccounts`, `unreadable`: nothing of it can be
 * taken. `anothers`: its IBAN is of another merchant. `noBank`: no bank of the merchant has its IBAN, or it names none.
 * `columns`: nobody confirmed how its table is read. `balance`: its balances disagree with its lines. `lines`: some lines cannot
 * be read. `changed`: what is owed changed while it was read. `credits`: credits or debits are left that nothing decides.
 */
export const arrivalReasons = [
  'kind',
  'severalAccounts',
  'unreadable',
  'anothers',
  'noBank',
  'columns',
  'balance',
  'lines',
  'changed',
  'credits',
] as const;
export type ArrivalReason = (typeof arrivalReasons)[number];

/** As many may wait; what comes after stays in the folder, or is refused where a program sends it. */
export const arrivedMax = 50;

const arrived = z.object({
  id: rowId,
  fileName: z.string(),
  sizeBytes: z.number().int(),
  arrivedAt: instant,
  byName: z.string(),
  /** As it was when it came: opened it is read anew. */
  reason: z.enum(arrivalReasons),
});
export type ArrivedStatement = z.infer<typeof arrived>;

const common = { allow: ['MERCHANT'], right: 'deposits.change' } as const;

export const listArrivedStatements = defineRoute({
  id: 'statements.arrived',
  method: 'GET',
  path: '/settlement/arrived-statements',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'Statements that came by themselves and wait for a person, each with the reason; the oldest first',
  output: z.object({ rows: z.array(arrived).max(arrivedMax) }),
  errors: [],
});

export const sendStatement = defineRoute({
  ...common,
  id: 'statements.send',
  method: 'POST',
  path: '/settlement/arrived-statements',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary:
    'Sends a statement of an account: what two kinds of evidence decide is entered, and what is left waits for a person; the same bytes again change nothing',
  query: z.strictObject({ fileName: z.string().min(1).max(255) }),
  body: z.unknown(),
  bodyKind: 'upload',
  output: z.object({
    /** Null where nothing of it is left to say. */
    waits: z.enum(arrivalReasons).nullable(),
  }),
  successStatus: 201,
  errors: ['conflict', 'unreadableFile', 'tooLarge'],
});

export const arrivedIsOfPayments = defineRoute({
  ...common,
  id: 'statements.isOfPayments',
  method: 'POST',
  path: '/settlement/arrived-statements/:id/payments',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary:
    'Says that a file that came is no statement but a bank file of payments: it is read as an uploaded one',
  params: idParams,
  output: z.object({ bankFileId: rowId }),
  errors: ['notFound', 'conflict', 'bankFileRunning', 'unreadableFile', 'tooLarge', 'storageFull'],
});

export const putAwayStatement = defineRoute({
  ...common,
  id: 'statements.putAway',
  method: 'DELETE',
  path: '/settlement/arrived-statements/:id',
  scope: 'settlement:write',
  idempotency: 'natural',
  summary: 'Puts a statement away that came; what was entered of it stays, and its bytes are kept no longer',
  params: idParams,
  output: z.object({}),
  errors: ['notFound'],
});
