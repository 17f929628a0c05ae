const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * How often a route may be called, by class: routes of one class are counted together. What counts outcomes (wrong
 * passwords and codes, which are given back where they were right) or accounts stands with the service that knows
 * them: server/platform/attempts/attempts.ts.
 */
export const rateClasses = {
  /**
   * Every call with a session, whatever its route and answer; in the memory of one process, of which N allow N times
   * as many. A screen that is worked on asks some dozens of times a minute.
   */
  sessionCalls: { of: 'session', most: 1_200, windowMs: minuteMs },
  // Those of an address are counted in the database, over all processes, before the body is read.
  resetLinks: { of: 'address', most: 30, windowMs: hourMs },
  passkeyChallenges: { of: 'address', most: 120, windowMs: 15 * minuteMs },
  applications: { of: 'address', most: 20, windowMs: hourMs },
  documents: { of: 'address', most: 120, windowMs: hourMs },
  activationMails: { of: 'address', most: 30, windowMs: hourMs },
  passwordChecks: { of: 'address', most: 600, windowMs: 15 * minuteMs },
  /** Papers are checked by whoever holds one; nobody finds one by trying. */
  statementChecks: { of: 'address', most: 120, windowMs: 15 * minuteMs },
  /** Slips are opened by customers, several behind one address of a mobile network. */
  receiptViews: { of: 'address', most: 300, windowMs: 15 * minuteMs },
  /** Forms ask once for the cities and once for each city that is chosen. */
  places: { of: 'address', most: 600, windowMs: 15 * minuteMs },
  corrections: { of: 'address', most: 120, windowMs: hourMs },
} as const satisfies Readonly<Record<string, { of: 'session' | 'address'; most: number; windowMs: number }>>;

/** What a route names beside that of its session, which none needs to. */
export type RateClass = Exclude<keyof typeof rateClasses, 'sessionCalls'>;
