import * as z from 'zod';
import { instant } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * What is deleted after a time that may be set, in whole days within what is of use to somebody and what nobody may keep
 * without a reason. `setting` is the environment variable by which whoever runs the portal sets it; `usual` holds where nobody
 * says otherwise. Records of account are none of it: no role that the portal serves as may delete a row of them.
 */
export const retentionTerms = {
  /** What rang the bell, read or not. */
  notices: { setting: 'KEEP_NOTICES_DAYS', usual: 400, least: 30, most: 3_650 },
  /** Webhook messages that were delivered or given up, counted from the last attempt. */
  webhooks: { setting: 'KEEP_WEBHOOKS_DAYS', usual: 90, least: 7, most: 730 },
  /** To whom a mail went and when; its text goes when it is sent. */
  mails: { setting: 'KEEP_MAILS_DAYS', usual: 30, least: 7, most: 365 },
  /** Sessions that ended, and devices for notices that were taken out. */
  sessions: { setting: 'KEEP_SESSIONS_DAYS', usual: 30, least: 7, most: 730 },
  /** What a terminal's line did that it may not. */
  violations: { setting: 'KEEP_VIOLATIONS_DAYS', usual: 400, least: 90, most: 3_650 },
} as const;

export const timedKinds = ['notices', 'webhooks', 'mails', 'sessions', 'violations'] as const;
export type TimedKind = (typeof timedKinds)[number];
/** What is never deleted: the law, or that the merchant is known here, asks for it. */
export const lastingKinds = ['books', 'audit', 'known'] as const;

/** Hours before a shorter time counts: until then it is taken back without a loss. */
export const shorterAfterHours = 24;

const wholeDays = z.number().int().min(1).max(3_650);
/** What an administrator said of a kind: these days from this instant on, until then those that counted before. */
const keptDays = z.strictObject({ days: wholeDays, from: instant, before: wholeDays }).nullable();

/** Null where no administrator has said anything. */
export const keptDaysOf = z.strictObject({
  notices: keptDays,
  webhooks: keptDays,
  mails: keptDays,
  sessions: keptDays,
  violations: keptDays,
});
export type KeptDaysOf = z.infer<typeof keptDaysOf>;

const kind = z.enum(timedKinds);
/** What a shorter time deletes as soon as it counts, and from when on. */
const goes = z.object({
  /** When the shorter time begins to count. */
  from: instant,
  /** What is older goes with the next hour's job after that. */
  olderThan: instant,
  /** Exactly so many: everything that old is there already. */
  rows: z.number().int().nonnegative(),
});

const retentionRow = z.object({
  kind,
  /** What counts now. */
  days: z.number().int().positive(),
  /** What is to count, and from when on; null where nothing else is. */
  next: z.object({ days: z.number().int().positive(), from: instant }).nullable(),
  /** The environment variable by which whoever runs the portal sets it. */
  setting: z.string(),
  /** Whether it is set there: then nobody sets it here. */
  isFixed: z.boolean(),
  least: z.number().int(),
  most: z.number().int(),
});
export type RetentionRow = z.infer<typeof retentionRow>;

export const getRetention = defineRoute({
  id: 'platform.retention',
  method: 'GET',
  path: '/admin/settings/retention',
  allow: ['ADMIN'],
  right: 'platformSettings.read',
  summary: 'For how many days this portal keeps what it deletes by itself, and whether that is set here',
  output: z.object({ rows: z.array(retentionRow) }),
  errors: [],
});

export const previewRetention = defineRoute({
  id: 'platform.previewRetention',
  method: 'GET',
  path: '/admin/settings/retention/:kind',
  allow: ['ADMIN'],
  right: 'platformSettings.read',
  summary: 'What would be deleted if one kind were kept for so many days; deletes nothing',
  params: z.object({ kind }),
  query: z.object({ days: z.coerce.number().int().min(1).max(3_650) }),
  output: z.object({
    /** Null where it is not shorter than what counts now: nothing goes. */
    goes: goes.nullable(),
  }),
  errors: [],
});

export const setRetention = defineRoute({
  id: 'platform.setRetention',
  method: 'PUT',
  path: '/admin/settings/retention/:kind',
  allow: ['ADMIN'],
  right: 'platformSettings.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'Sets for how many days one kind is kept: a longer time at once, a shorter one a day later and with what its preview said',
  params: z.object({ kind }),
  body: z.strictObject({
    days: wholeDays,
    /** Of a shorter time: what its preview said, so that no more goes than was seen. */
    seen: z.strictObject({ olderThan: instant, rows: z.number().int().nonnegative() }).nullable(),
  }),
  example: { params: { kind: 'mails' }, body: { days: 60, seen: null } },
  output: retentionRow,
  /** conflict: 'fixed' where whoever runs the portal has set it, 'notSeen' where more would go than the preview said. */
  errors: ['conflict'],
});
