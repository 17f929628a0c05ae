import * as z from 'zod';
import { asSeen } from './as-seen.ts';
import { limitMinorMax } from './exception-limit.ts';
import { featureSwitches } from './feature-switches.ts';
import { mailEnding } from './mail-settings.ts';
import { instant } from './page.ts';
import { rateProposals } from './rate-proposals.ts';
import { keptDaysOf } from './retention.ts';
import { everyRole } from './roles.ts';
import { defineRoute } from './route.ts';

/** What administrators set for the whole portal: one screen, a route for each part. */

/** All of it is one thing in the audit log, so that its trail stands on one screen. */
export const platformSettingsId = '1';

export const noticeTextMax = 300;
/** A notice that nobody takes down ends by itself. */
export const noticeDaysMax = 31;

const noticeText = z.string().trim().min(1).max(noticeTextMax);
const maintenanceNotice = z.strictObject({
  textEn: noticeText,
  textAr: noticeText,
  /** When the bar shows; whether anything is really closed then is for its text to say. */
  shownFrom: instant,
  shownUntil: instant,
});
export type MaintenanceNotice = z.infer<typeof maintenanceNotice>;

const dayMs = 24 * 60 * 60_000;
const isSpan = ({ shownFrom, shownUntil }: MaintenanceNotice): boolean => {
  const spanMs = Date.parse(shownUntil) - Date.parse(shownFrom);
  return spanMs > 0 && spanMs <= noticeDaysMax * dayMs;
};

/** What a figure of the platform may be set to: whole numbers, both ends included. */
interface Term {
  readonly least: number;
  readonly most: number;
}
/**
 * What each figure of the first screen is held against (contract/platform.ts). The live channel is measured in steps, of which
 * the last one stands for everything slower: a limit of that much could never be passed, so it has to be less.
 */
export const healthLimitTerms = {
  /** Purchases a minute: at least so much of last week's, in percent. */
  paymentsPercent: { least: 1, most: 100 },
  approvalPercent: { least: 1, most: 100 },
  undecided: { least: 0, most: 100_000 },
  oldestJobSeconds: { least: 1, most: 86_400 },
  files: { least: 0, most: 100_000 },
  /** In basis points. */
  faultsBps: { least: 0, most: 10_000 },
  liveMs: { least: 10, most: 4_999 },
} as const satisfies Readonly<Record<string, Term>>;
/** What one person may do alone in a day, in halalas, at merchants whose owner set no limit of their own. */
export const aloneTerms = {
  exceptionMinor: { least: 0, most: limitMinorMax },
  refundMinor: { least: 0, most: limitMinorMax },
} as const satisfies Readonly<Record<string, Term>>;

const within = ({ least, most }: Term) => z.number().int().min(least).max(most);
const healthLimits = z.strictObject({
  paymentsPercent: within(healthLimitTerms.paymentsPercent),
  approvalPercent: within(healthLimitTerms.approvalPercent),
  undecided: within(healthLimitTerms.undecided),
  oldestJobSeconds: within(healthLimitTerms.oldestJobSeconds),
  files: within(healthLimitTerms.files),
  faultsBps: within(healthLimitTerms.faultsBps),
  liveMs: within(healthLimitTerms.liveMs),
});
export type HealthLimits = z.infer<typeof healthLimits>;
const aloneLimits = z.strictObject({
  exceptionMinor: within(aloneTerms.exceptionMinor),
  refundMinor: within(aloneTerms.refundMinor),
});
export type AloneLimits = z.infer<typeof aloneLimits>;

/** Every setting by the name under which it is kept, with the shape of its value. */
export const settingShapes = {
  maintenance: maintenanceNotice.nullable(),
  /** What is off; everything else is on. */
  switchedOff: z.array(z.enum(featureSwitches)),
  healthLimits,
  aloneLimits,
  rateProposals,
  mailEnding,
  keepDays: keptDaysOf,
} as const;
export type SettingName = keyof typeof settingShapes;
export type SettingValues = { readonly [Name in SettingName]: z.infer<(typeof settingShapes)[Name]> };

const reads = { allow: ['ADMIN'], right: 'platformSettings.read' } as const;
const changes = {
  allow: ['ADMIN'],
  right: 'platformSettings.change',
  freshSignIn: true,
  idempotency: 'natural',
} as const;

export const getPlatformSettings = defineRoute({
  id: 'platform.settings',
  method: 'GET',
  path: '/admin/settings',
  ...reads,
  summary: 'What administrators set for the whole portal, as it counts now',
  output: z.object(settingShapes),
  errors: [],
});

export const setMaintenanceNotice = defineRoute({
  id: 'platform.setNotice',
  method: 'PUT',
  path: '/admin/settings/maintenance-notice',
  ...changes,
  summary: 'Shows a notice over every screen behind the sign-in, in place of the one before',
  /** `seen` is empty where no notice showed or was going to. */
  body: asSeen(maintenanceNotice).refine(isSpan),
  example: {
    body: {
      textEn: 'Maintenance on Friday from 2:00 to 4:00 AM.',
      textAr: 'صيانة يوم الجمعة من ٢:٠٠ إلى ٤:٠٠ صباحًا.',
      shownFrom: '2026-11-23T18:00:00Z',
      shownUntil: '2026-11-27T01:00:00Z',
      seen: {},
    },
  },
  output: z.object({ maintenance: maintenanceNotice }),
  /** conflict: its time is over, or {reason: 'changedMeanwhile'}. */
  errors: ['conflict'],
});

export const endMaintenanceNotice = defineRoute({
  id: 'platform.endNotice',
  method: 'DELETE',
  path: '/admin/settings/maintenance-notice',
  ...changes,
  summary: 'Takes the notice down',
  output: z.object({ maintenance: z.null() }),
  errors: [],
});

export const switchFeature = defineRoute({
  id: 'platform.switchFeature',
  method: 'PUT',
  path: '/admin/settings/features/:feature',
  ...changes,
  summary:
    'Switches one part of the portal off, or on again; what it refuses meanwhile it refuses with switchedOff',
  params: z.object({ feature: z.enum(featureSwitches) }),
  body: z.strictObject({ isOn: z.boolean() }),
  example: { params: { feature: 'webhooks' }, body: { isOn: true } },
  output: z.object({ switchedOff: settingShapes.switchedOff }),
  errors: [],
});

const exampleHealth = {
  paymentsPercent: 50,
  approvalPercent: 80,
  undecided: 50,
  oldestJobSeconds: 60,
  files: 100,
  faultsBps: 100,
  liveMs: 500,
};
export const setHealthLimits = defineRoute({
  id: 'platform.setHealthLimits',
  method: 'PUT',
  path: '/admin/settings/health-limits',
  ...changes,
  summary: 'Sets what each figure of the platform is held against',
  body: asSeen(healthLimits),
  example: { body: { ...exampleHealth, seen: exampleHealth } },
  output: healthLimits,
  /** conflict: the limits do not stand as seen. */
  errors: ['conflict'],
});

const exampleAlone = { exceptionMinor: 20_000, refundMinor: 50_000 };
export const setAloneLimits = defineRoute({
  id: 'platform.setAloneLimits',
  method: 'PUT',
  path: '/admin/settings/alone-limits',
  ...changes,
  summary: 'Sets up to which sum one person acts alone at merchants whose owner set no limit of their own',
  body: asSeen(aloneLimits),
  example: { body: { ...exampleAlone, seen: exampleAlone } },
  output: aloneLimits,
  /** conflict: the limits do not stand as seen. */
  errors: ['conflict'],
});

export const getMaintenanceNotice = defineRoute({
  id: 'platform.notice',
  method: 'GET',
  path: '/maintenance-notice',
  allow: everyRole,
  right: 'account.own',
  summary: 'The notice to show now, and when that changes by itself',
  output: z.object({
    notice: z.object({ textEn: z.string(), textAr: z.string() }).nullable(),
    /** Until it comes or goes, at most a day; null where there is nothing to wait for. */
    againInMs: z.number().int().positive().nullable(),
  }),
  errors: [],
});
