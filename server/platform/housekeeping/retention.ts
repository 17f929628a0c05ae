/**
 * How long is kept what whoever runs the portal may decide, by whole days (docs/runbook.md, How long things are kept).
 * Everything else keeps its own time beside its code, or stays: tables.ts says which.
 */
export const retentionTerms = {
  /** What rang the bell, read or not. */
  notices: { name: 'KEEP_NOTICES_DAYS', usual: 400, least: 30, most: 3_650 },
  /** Webhook messages that were delivered or given up, counted from the last attempt. */
  webhooks: { name: 'KEEP_WEBHOOKS_DAYS', usual: 90, least: 7, most: 730 },
  /** To whom a mail went and when; its text goes when it is sent. */
  mails: { name: 'KEEP_MAILS_DAYS', usual: 30, least: 7, most: 365 },
  /** Sessions that ended, and devices for notices that were taken out. */
  sessions: { name: 'KEEP_SESSIONS_DAYS', usual: 30, least: 7, most: 730 },
  /** What a terminal's line did that it may not. */
  violations: { name: 'KEEP_VIOLATIONS_DAYS', usual: 400, least: 90, most: 3_650 },
} as const;

type Kept = keyof typeof retentionTerms;

/** Whole days. */
export type RetentionDays = Readonly<Record<Kept, number>>;

/** Where nobody says otherwise. */
export const usualDays: RetentionDays = {
  notices: retentionTerms.notices.usual,
  webhooks: retentionTerms.webhooks.usual,
  mails: retentionTerms.mails.usual,
  sessions: retentionTerms.sessions.usual,
  violations: retentionTerms.violations.usual,
};

const dayMs = 24 * 60 * 60_000;

/** The instant before which it has had its time. */
export const endOfDays = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);
