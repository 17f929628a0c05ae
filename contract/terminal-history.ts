import * as z from 'zod';
import { idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { pictureVersion } from './pictures.ts';
import { defineRoute } from './route.ts';
import { terminalRow } from './terminals.ts';

/** One terminal whole, also a retired one: how it was lately, and when its line came and went. */

const terminalStatuses = ['ACTIVE', 'INACTIVE', 'RETIRED'] as const;

const terminalDetail = terminalRow.extend({
  /** The portal's clock. */
  now: instant,
  status: z.enum(terminalStatuses),
  addedAt: instant,
  /** When the present device was paired; null where that was before the log began, or never. */
  pairedAt: instant.nullable(),
  /** Since when it reports its present mada package; null where that was before the log began. */
  packageSince: instant.nullable(),
  /** Names the picture of its model; null where there is none. */
  pictureVersion: pictureVersion.nullable(),
});
export type TerminalDetail = z.infer<typeof terminalDetail>;

export const getTerminalByTid = defineRoute({
  id: 'terminals.byTid',
  method: 'GET',
  path: '/terminals/by-tid/:tid',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  scope: 'terminals:read',
  summary: 'One terminal by its number, also one that is retired',
  params: z.object({ tid: z.string().regex(/^\d{8,16}$/) }),
  output: terminalDetail,
  errors: ['notFound'],
});

export const getTerminalPicture = defineRoute({
  id: 'terminals.picture',
  method: 'GET',
  path: '/terminals/by-tid/:tid/picture/:version',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  summary: 'What the model of a terminal looks like, in this version; browsers keep it',
  params: z.object({ tid: z.string().regex(/^\d{8,16}$/), version: pictureVersion }),
  output: z.any(),
  outputKind: 'file',
  errors: ['notFound'],
});

/** Why a line was lost, as far as the portal knows. */
const lossReasons = [
  'CLOSED',
  'MISSED_HEARTBEATS',
  'CLOSED_BY_PORTAL',
  'PORTAL_STOPPED',
  'PORTAL_GONE',
] as const;
export type LossReason = (typeof lossReasons)[number];
const lineEvents = ['CONNECTED', 'LOST', 'PACKAGE', 'PAIRED', 'RETIRED', 'RETURNED'] as const;
export type LineEvent = (typeof lineEvents)[number];

const historyHours = ['24', '168'] as const;
/** A terminal's word of itself is kept once in so long. */
export const healthSlotMinutes = 10;
const samplesMax = (168 * 60) / healthSlotMinutes + 1;
/** More breaks than can be told apart in a picture; then the newest stand there, and the picture begins with them. */
export const breaksMax = 500;

const lineBreak = z.object({
  from: instant,
  /** Null where it is not connected now. */
  to: instant.nullable(),
});
export type LineBreak = z.infer<typeof lineBreak>;

const history = z.object({
  from: instant,
  to: instant,
  health: z
    .array(
      z.object({
        at: instant,
        batteryPercent: z.number().int(),
        charging: z.boolean(),
        wifiRssi: z.number().int().nullable(),
      }),
    )
    .max(samplesMax),
  line: z.object({
    /** From when on the log says what was; null where it says nothing. */
    knownFrom: instant.nullable(),
    breaks: z.array(lineBreak).max(breaksMax),
  }),
  /** By the hour in which each was begun; hours without any are left out. */
  payments: z.array(z.object({ hour: instant, approved: z.number().int(), others: z.number().int() })),
});
export type TerminalHistory = z.infer<typeof history>;

export const getTerminalHistory = defineRoute({
  id: 'terminals.history',
  method: 'GET',
  path: '/terminals/:id/history',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  scope: 'terminals:read',
  summary: 'How a terminal was in the last hours: battery, Wi-Fi, line and payments',
  params: idParams,
  query: z.object({ hours: z.enum(historyHours).default('24') }),
  output: history,
  errors: ['notFound'],
});

const logEntry = z.object({
  id: rowId,
  at: instant,
  event: z.enum(lineEvents),
  reason: z.enum(lossReasons).nullable(),
  /** The package, or the serial number of the device that was paired. */
  detail: z.string().nullable(),
  /** Of a connection: how long there was none, in whole seconds; null where none was lost before it. */
  afterSeconds: z.number().int().nullable(),
});
export type LogEntry = z.infer<typeof logEntry>;

export const listLineLog = defineRoute({
  id: 'terminals.lineLog',
  method: 'GET',
  path: '/terminals/:id/line-log',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  scope: 'terminals:read',
  summary: 'When the line of a terminal came and went and why, newest first, for 90 days',
  params: idParams,
  query: z.object(pageQuery),
  output: pageOf(logEntry),
  errors: ['notFound'],
});
