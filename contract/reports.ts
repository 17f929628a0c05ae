import * as z from 'zod';
import { idParams, instant, rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Reports that a merchant's people get by e-mail by themselves, each of whole days in Asia/Riyadh that are over
 * (docs/decisions/0162-reports-by-e-mail.md).
 */
export const reportKinds = ['SALES', 'SETTLEMENT', 'EXCEPTIONS'] as const;
export type ReportKind = (typeof reportKinds)[number];

/** DAILY: the day before. WEEKLY: on Sunday, the seven days before it. MONTHLY: on the first, the month before. */
export const reportRhythms = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export type ReportRhythm = (typeof reportRhythms)[number];

export const reportFormats = ['pdf', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportLimits = {
  schedulesMax: 10,
  recipientsMax: 10,
  /** Reports that may be asked for out of turn, of one merchant. */
  askedAnHour: 10,
  /** The newest that the history shows. */
  listedMax: 20,
  /** What an outage kept back for longer is not sent any more. */
  catchUpDays: 31,
  /** Of the exceptions that are open, the oldest so many; the file says how many more there are. */
  exceptionsMax: 1_000,
} as const;

const day = z.iso.date();
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const schedule = z.object({
  id: rowId,
  kind: z.enum(reportKinds),
  rhythm: z.enum(reportRhythms),
  atTime: time,
  format: z.enum(reportFormats),
  /** Those of the chosen people who still may be written to. */
  recipients: z.array(z.object({ id: rowId, name: z.string() })),
  nextAt: instant,
  /** The days that the next one is about. */
  nextFrom: day,
  nextTo: day,
});
export type ReportSchedule = z.infer<typeof schedule>;

const run = z.object({
  id: rowId,
  kind: z.enum(reportKinds),
  format: z.enum(reportFormats),
  from: day,
  to: day,
  /** Null where somebody asked for it at that moment. */
  dueAt: instant.nullable(),
  writtenAt: instant,
  /** How far each mail came; empty where nobody was left to write to, or where mails are no longer kept. */
  mails: z.array(
    z.object({ to: z.string(), state: z.enum(['SENT', 'WAITING', 'FAILED']), at: instant.nullable() }),
  ),
  /** How many were written to. */
  recipientsCount: z.number().int(),
});
export type ReportRun = z.infer<typeof run>;

const forOwners = { allow: ['MERCHANT'], right: 'business.manage' } as const;

export const listReports = defineRoute({
  ...forOwners,
  id: 'reports.list',
  method: 'GET',
  path: '/reports',
  summary:
    'Reports that are sent by themselves, the newest that were sent, and who may be chosen to get them',
  output: z.object({
    schedules: z.array(schedule),
    runs: z.array(run),
    people: z.array(z.object({ id: rowId, name: z.string(), email: z.string() })),
  }),
  errors: [],
});

export const addReport = defineRoute({
  ...forOwners,
  id: 'reports.add',
  method: 'POST',
  path: '/reports',
  freshSignIn: true,
  idempotency: 'none',
  summary: 'Has a report sent by itself, to people of the team with a confirmed e-mail',
  body: z.strictObject({
    kind: z.enum(reportKinds),
    rhythm: z.enum(reportRhythms),
    atTime: time,
    format: z.enum(reportFormats),
    recipientIds: z.array(rowId).min(1).max(reportLimits.recipientsMax),
  }),
  example: {
    body: { kind: 'SALES', rhythm: 'DAILY', atTime: '07:00', format: 'pdf', recipientIds: ['1'] },
  },
  output: z.object({ id: rowId }),
  successStatus: 201,
  errors: ['notFound', 'conflict'],
});

export const stopReport = defineRoute({
  ...forOwners,
  id: 'reports.stop',
  method: 'DELETE',
  path: '/reports/:id',
  idempotency: 'natural',
  summary: 'Ends a report; what was sent stays in the history',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound'],
});

export const sendReportNow = defineRoute({
  ...forOwners,
  id: 'reports.sendNow',
  method: 'POST',
  path: '/reports/:id/now',
  idempotency: 'none',
  summary: 'Sends a report of the last whole period to whoever asks, and to nobody else',
  params: idParams,
  output: z.object({ from: day, to: day, sentTo: z.string() }),
  errors: ['notFound', 'conflict'],
});
