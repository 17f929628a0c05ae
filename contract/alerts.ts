import * as z from 'zod';
import { seen } from './as-seen.ts';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * When a shop is open, so that a terminal which is silent then can be told from one that is switched off for the night: by
 * the merchant's own word, or by its usual hours. In Asia/Riyadh; 0 is Sunday.
 */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const weekday = z.number().int().min(0).max(6);

const ownHours = z.strictObject({
  opensAt: time,
  /** At or before opensAt: on the next day. */
  closesAt: time,
  closedDays: z.array(weekday).max(6),
});
export type OwnHours = z.infer<typeof ownHours>;

/** An hour of a weekday is usual with payments in it in so many of the last weeks. */
export const usualOf = { weeks: 4, atLeast: 3 } as const;

/** So long a terminal is silent, while the shop is open, before it is told. */
export const silentAfterMinutes = 15;

const hours = z.object({
  own: ownHours.nullable(),
  /** By the payments of the last weeks, of all branches: spans of whole hours, in the order of the week; `to` before `from` is the day after. */
  usual: z.array(z.object({ weekday, from: time, to: time })),
});
export type OpeningHours = z.infer<typeof hours>;

export const getOpeningHours = defineRoute({
  id: 'alerts.openingHours',
  method: 'GET',
  path: '/alerts/opening-hours',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  summary: 'When the shop is open: by the own word, and as payments of the last four weeks show it',
  output: hours,
  errors: [],
});

export const setOpeningHours = defineRoute({
  id: 'alerts.setOpeningHours',
  method: 'PUT',
  path: '/alerts/opening-hours',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  idempotency: 'natural',
  summary: 'Says when the shop is open; with null its usual hours count',
  /** `seen`: the own word that the form was filled from (docs/decisions/0483-a-save-says-what-it-saw.md). */
  body: z.strictObject({ own: ownHours.nullable(), seen: seen.nullable() }),
  example: { body: { own: { opensAt: '08:00', closesAt: '01:00', closedDays: [5] }, seen: null } },
  output: hours,
  /** conflict: it does not stand as seen. */
  errors: ['conflict'],
});

const closedBranches = z.object({
  /** By the merchant's own word, which is about every branch. */
  all: z.boolean(),
  /** Without it: branches with usual hours, which this is none of. Of a branch without any it is not known. */
  branchIds: z.array(rowId),
});
export type ClosedBranches = z.infer<typeof closedBranches>;

export const getClosedBranches = defineRoute({
  id: 'alerts.closedBranches',
  method: 'GET',
  path: '/alerts/closed-branches',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  summary:
    'Branches that are closed now, or opened less than 15 minutes ago: terminals that are silent there are no news',
  output: closedBranches,
  errors: [],
});
