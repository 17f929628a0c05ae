import * as z from 'zod';
import { instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/** How the platform is, for administrators: figures of all merchants together, and never anybody's money. */
const count = z.number().int();

/** Each is held against a limit (server/features/platform/health-limits.ts). */
const healthFigures = [
  /** Purchases a minute over the last five, to a tenth. */
  'payments',
  /** The approved share of what ended in the last 15 minutes, in basis points. */
  'approval',
  /** Payments whose outcome is open. */
  'undecided',
  /** Jobs that are due and wait; its limit is the age of the oldest in seconds. */
  'jobs',
  /** Bank files that are being read, matched or confirmed. */
  'files',
  /** Answers with a fault (5xx) of the last five minutes, in basis points. */
  'faults',
  /** From the commit of a payment to the live channel, in ms: 99 of 100 are there within it. */
  'live',
] as const;
export type HealthFigure = (typeof healthFigures)[number];

/** UNKNOWN: too little happened to say, or there is nothing to hold it against. */
const healthStates = ['WITHIN', 'OUT', 'UNKNOWN'] as const;
export type HealthState = (typeof healthStates)[number];

/** A process counts as running for so long after it last said something. */
export const processSilentSeconds = 60;
/** A day long one that fell silent is named; then it is history. */
export const silentProcessHours = 24;
/** How many silent merchants, kinds of jobs, and terminals an answer names. */
export const namedMax = 50;

const figure = z.object({
  id: z.enum(healthFigures),
  /** Null where nothing happened that could be measured. */
  now: z.number().nullable(),
  /** The same a week ago; null where nothing was kept of then. */
  lastWeek: z.number().nullable(),
  /** What is held against the limit: of jobs the age of the oldest in seconds, else `now`. */
  judged: z.number().nullable(),
  /** Null where there is nothing to reckon it from. */
  limit: z.number().nullable(),
  state: z.enum(healthStates),
});
export type HealthRow = z.infer<typeof figure>;

const names = { nameEn: z.string(), nameAr: z.string() };

export const getHealth = defineRoute({
  id: 'platform.health',
  method: 'GET',
  path: '/admin/health',
  allow: ['ADMIN'],
  right: 'platform.read',
  summary: 'Figures of the platform against their limits and last week, what needs somebody, and versions',
  output: z.object({
    asOf: instant,
    today: z.object({
      /** Purchases begun since midnight in Riyadh. */
      count,
      /** On the same weekday of last week until the same time. */
      lastWeekCount: count,
    }),
    /** Purchases begun, by hour of today in Riyadh and of the same weekday last week; the running hour is not over. */
    hours: z.array(z.object({ hour: count, count, lastWeekCount: count })).length(24),
    terminals: z.object({ connected: count, total: count, lastWeekConnected: count.nullable() }),
    /** Approved ones, those of the last seven days among them, and how many are suspended. */
    merchants: z.object({ total: count, added: count, suspended: count }),
    figures: z.array(figure).length(healthFigures.length),
    needs: z.object({
      jobs: z
        .object({ waiting: count, oldestAt: instant.nullable(), kind: z.string().nullable() })
        .nullable(),
      applications: z.object({ count, oldestAt: instant }).nullable(),
      /** Terminals whose mada package does not fit their model, and what most of them are. */
      misfits: z.object({ count, model: z.string(), madaPackage: z.string() }).nullable(),
      /** Merchants all of whose terminals are silent although they are open. */
      silent: z
        .array(z.object({ merchantId: rowId, ...names, terminals: count, since: instant }))
        .max(namedMax),
    }),
    versions: z.object({
      portal: z.array(
        z.object({
          version: z.string(),
          running: count,
          /** Stopped saying anything without a good-bye; the latest of them. */
          silent: count,
          lastHeardAt: instant,
        }),
      ),
      schema: z.string(),
      /** Of the terminals that are connected; null is an app that did not say. */
      terminals: z.array(z.object({ version: z.string().nullable(), count })),
    }),
  }),
  errors: [],
});
export type Health = z.infer<typeof getHealth.output>;

export const listJobKinds = defineRoute({
  id: 'platform.jobs',
  method: 'GET',
  path: '/admin/jobs',
  allow: ['ADMIN'],
  right: 'platform.read',
  summary: 'Jobs that wait, run or were given up, by their kind; the oldest that waits first',
  output: z.object({
    rows: z
      .array(
        z.object({
          kind: z.string(),
          waiting: count,
          running: count,
          /** Tried at least once without success, among those that wait. */
          failing: count,
          givenUp: count,
          oldestAt: instant.nullable(),
        }),
      )
      .max(namedMax),
  }),
  errors: [],
});

export const listMisfits = defineRoute({
  id: 'platform.misfits',
  method: 'GET',
  path: '/admin/package-misfits',
  allow: ['ADMIN'],
  right: 'platform.read',
  summary: 'Terminals whose mada package does not fit their model, with whose they are',
  output: z.object({
    rows: z
      .array(
        z.object({
          tid: z.string(),
          merchantId: rowId,
          ...names,
          model: z.string(),
          madaPackage: z.string(),
          needed: z.array(z.string()),
        }),
      )
      .max(namedMax),
    total: count,
  }),
  errors: [],
});
