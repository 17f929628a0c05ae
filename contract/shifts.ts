import * as z from 'zod';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { slip } from './receipts.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';
import { schemes } from './transaction-states.ts';
import { transactionTypes } from './transaction-types.ts';

/**
 * The cashier's day on one terminal (docs/decisions/0133-shifts.md): what a cashier asks for while their shift is open there
 * is in it, and stays in it. What others begin on the terminal is in no shift. Amounts are halalas of riyals: nothing else
 * is begun in the portal.
 */

/** Closed by its cashier or who manages them, passed on to the next cashier, or taken over by one who found it open. */
const shiftClosings = ['CLOSED', 'HANDED_OVER', 'TAKEN_OVER'] as const;
export type ShiftClosing = (typeof shiftClosings)[number];

/** Why a change is refused with 409 'conflict' (`details.reason`). */
const shiftRefusals = [
  /** The cashier has no terminal. */
  'NO_TERMINAL',
  /** Somebody else's shift is open there: `shiftId`, `cashierName`. It can be taken over, by its number. */
  'OCCUPIED',
  /** The own shift is still open on another terminal: `shiftId`, `tid`. */
  'OPEN_ELSEWHERE',
  /** It is closed already. */
  'CLOSED',
  /** Whoever is named works elsewhere, has a shift open, or may not sign in. */
  'NOT_FREE',
] as const;
export type ShiftRefusal = (typeof shiftRefusals)[number];

const minor = z.number().int();
const count = z.number().int().min(0);
const counted = z.object({ count, minor });

/** What a shift comes to; `totalMinor` is sales less what went back, and every approved transaction is in it once. */
const shiftSums = z.object({
  /** Approved sales by card scheme, none where there are none. */
  schemes: z.array(z.object({ scheme: z.enum(schemes), count, minor })),
  sales: counted,
  /** Approved refunds and reversals, as a positive amount. */
  refunds: counted,
  totalMinor: minor,
  /** Ended for sure, and no money moved: declined, canceled, never sent. */
  unsuccessful: count,
  /** Not counted: nobody knows yet how they end. As positive amounts. */
  undecidedSales: counted,
  undecidedRefunds: counted,
});
export type ShiftSums = z.infer<typeof shiftSums>;

/** So many of what came after closing are listed. */
export const laterMax = 100;

const shiftRow = z.object({
  id: rowId,
  terminalId: rowId,
  tid: z.string(),
  branchId: rowId,
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  cashierId: rowId,
  cashierName: z.string(),
  openedAt: instant,
  /** Whose shift it was handed over from, or taken over from; null where there was none before it. */
  afterName: z.string().nullable(),
  closedAt: instant.nullable(),
  closedAs: z.enum(shiftClosings).nullable(),
  closedByName: z.string().nullable(),
  /** As it was closed, or as it is now while it is open. */
  sums: shiftSums,
  /** What came to it after it was closed, in sum; 0 while it is open. With it the total is what it comes to now. */
  laterMinor: minor,
});
export type ShiftRow = z.infer<typeof shiftRow>;

const shiftDetail = shiftRow.extend({
  /** Approved after it was closed, or counted then and not approved any more; newest first. */
  later: z
    .array(
      z.object({
        id: rowId,
        type: z.enum(transactionTypes),
        amountMinor: minor,
        createdAt: instant,
        isCounted: z.boolean(),
      }),
    )
    .max(laterMax),
  laterCount: count,
  /** Of the undecided now, newest first: their numbers. */
  undecidedIds: z.array(rowId).max(laterMax),
  /** Approved on the terminal between its opening and its closing, and in no shift or another one: money that is not in it. */
  beside: z.object({ sales: counted, refunds: counted }),
});
export type ShiftDetail = z.infer<typeof shiftDetail>;

const work = { allow: ['CASHIER'], right: 'shifts.work' } as const;

export const getMyShift = defineRoute({
  ...work,
  id: 'shifts.mine',
  method: 'GET',
  path: '/shifts/mine',
  summary:
    'The open shift of the cashier who asks, who else has one open on their terminal, and to whom theirs can be handed over',
  output: z.object({
    shift: shiftDetail.nullable(),
    /** Somebody else's that is open on the own terminal. */
    occupied: z.object({ id: rowId, cashierName: z.string(), openedAt: instant }).nullable(),
    /** Cashiers of the branch who are free to take it. */
    colleagues: z.array(z.object({ id: rowId, name: z.string() })),
    /** The own one that was closed last. */
    lastClosedId: rowId.nullable(),
  }),
  errors: [],
});
export type MyShift = z.infer<typeof getMyShift.output>;

export const openShift = defineRoute({
  ...work,
  id: 'shifts.open',
  method: 'POST',
  path: '/shifts',
  idempotency: 'natural',
  summary:
    'Opens the shift of the cashier who asks, on their terminal; the one that is open there already is answered. Another cashier’s is taken over where it is named',
  body: z.strictObject({
    /** The open shift of somebody else, as it was seen: it is closed with what it came to. */
    takesOver: rowId.nullish(),
  }),
  example: { body: {} },
  output: shiftDetail,
  successStatus: 201,
  errors: ['conflict'],
});

export const closeShift = defineRoute({
  id: 'shifts.close',
  method: 'POST',
  path: '/shifts/:id/close',
  allow: merchantRoles,
  right: 'shifts.work',
  idempotency: 'natural',
  summary: 'Closes a shift and keeps what it came to; a closed one is answered as it was closed',
  params: idParams,
  output: shiftDetail,
  errors: ['notFound'],
});

export const handOverShift = defineRoute({
  ...work,
  id: 'shifts.handOver',
  method: 'POST',
  path: '/shifts/:id/hand-over',
  idempotency: 'natural',
  summary:
    'Closes the own shift and opens one for the next cashier on the same terminal; what is under way stays where it began',
  params: idParams,
  body: z.strictObject({ cashierId: rowId }),
  example: { body: { cashierId: '12' } },
  output: shiftDetail,
  errors: ['notFound', 'conflict'],
});

const many = <T extends z.ZodType>(value: T) =>
  z.preprocess((v) => (v === undefined || Array.isArray(v) ? v : [v]), z.array(value).max(50).optional());

/** Days are calendar days in Asia/Riyadh of the opening; 31 of them up to today where none are chosen. */
const listedBy = {
  from: day.optional(),
  to: day.optional(),
  state: z.enum(['open', 'closed']).optional(),
  branchId: many(rowId),
  terminalId: many(rowId),
  cashierId: many(rowId),
};
export const exportedShifts = z.strictObject(listedBy);
export type ExportedShifts = z.output<typeof exportedShifts>;

const read = { allow: merchantRoles, right: 'transactions.read', scope: 'transactions:read' } as const;

export const listShifts = defineRoute({
  ...read,
  id: 'shifts.list',
  method: 'GET',
  path: '/shifts',
  summary: 'Shifts, the newest first; a cashier sees the own ones',
  query: z.object({ ...listedBy, ...pageQuery }),
  output: pageOf(shiftRow),
  errors: [],
});

export const getShift = defineRoute({
  ...read,
  id: 'shifts.get',
  method: 'GET',
  path: '/shifts/:id',
  summary: 'One shift: what it came to, what is not counted and why, and what came after it was closed',
  params: idParams,
  output: shiftDetail,
  errors: ['notFound'],
});

export const getShiftSlip = defineRoute({
  ...read,
  id: 'shifts.slip',
  method: 'GET',
  path: '/shifts/:id/slip',
  summary: 'The bilingual slip of a shift, line by line; of an open one as it is now',
  params: idParams,
  output: z.object({ slip }),
  errors: ['notFound'],
});

export const downloadShiftSlip = defineRoute({
  ...read,
  id: 'shifts.slipFile',
  method: 'GET',
  path: '/shifts/:id/slip/file',
  summary: 'The slip of a shift as a PDF of 80 mm',
  params: idParams,
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound'],
});
