/** The timers both sides agree on, in milliseconds. */

/** Those of the line itself. */
export const lineTimers = {
  heartbeatMs: 20_000,
  /** How long a terminal that lost its line counts as on its way back. */
  graceMs: 60_000,
  /** How long a terminal waits for its socket. */
  handshakeMs: 5_000,
} as const;
/** The same timers with other values: what a simulation runs on. */
export type LineTimers = { readonly [K in keyof typeof lineTimers]: number };

/** Those of an order that charges a card, or gives back what was charged. */
export const paymentTimers = {
  ackMs: 5_000,
  cardMs: 60_000,
  pinMs: 60_000,
  paymentMs: 120_000,
  firstQueryMs: 130_000,
  /** After the first: 5, 10, 20, 40, 60 s, then every minute until a quarter of an hour has passed. */
  queryBackoffMs: [5_000, 10_000, 20_000, 40_000, 60_000],
  queryEveryMs: 60_000,
  reviewAfterMs: 15 * 60_000,
  /** How often a payment is still asked for once a person looks at it. */
  askUnderReviewMs: 15 * 60_000,
  /** How long a payment waits for a terminal that lost its line a moment ago. */
  startWaitMs: 10_000,
} as const;

/** Those of settings: they wait for a terminal as long as it is away. */
export const settingsTimers = { ackMs: 5_000, queryEveryMs: 60_000 } as const;

/** Those of a reconciliation at a terminal. */
export const reconcileTimers = {
  ackMs: 5_000,
  /** After the terminal took it: its host answers within seconds. */
  firstQueryMs: 30_000,
  queryEveryMs: 60_000,
  /** A terminal that does not say what became of it is given up after a day, so that the next daily one is asked for. */
  giveUpMs: 24 * 3_600_000,
  /** How long one that a person asked for waits for a terminal that lost its line a moment ago. */
  startWaitMs: 10_000,
} as const;
