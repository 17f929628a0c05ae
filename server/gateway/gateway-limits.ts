/** What the gateway allows a terminal, and how often it looks. */
export const gatewayLimits = {
  /** From the opening of a socket to a valid hello. */
  signInMs: 10_000,
  /**
   * Sockets that have not signed in yet. A terminal is one for milliseconds, so that the terminals of a whole chain may
   * come back through one address; what is refused tries again. The longest hello is some 40 KiB, a usual one 700 bytes.
   */
  strangers: {
    atOnce: 2_000,
    ofOneAddress: 200,
    messagesPerSecond: 10,
    bytes: 128 * 1024,
    ownBytes: 4_096,
    sharedBytes: 4 * 1024 ** 2,
  },
  /** Pieces that one frame may come in, as it was sent and as it arrives. */
  fragments: 64,
  chunks: 256,
  /**
   * What a line that is signed in may say, pings included: `burst` at once, then `perSecond`. A payment at a person's pace
   * is two frames a second; a terminal that comes back with a thousand results says them at once, and is asked for half.
   */
  spoken: { burst: 3_000, perSecond: 100 },
  /** Frames of one terminal that wait while an earlier one is written, and their size together. */
  queuedFrames: 2_000,
  queuedBytes: 8 * 1024 ** 2,
  /** Refused frames after which a connection is dropped. */
  violations: 10,
  /** Heartbeats that may go unanswered. */
  missedPings: 2,
  tickMs: 1_000,
  /** Ticks from one heartbeat of the process, and one look for overtaken lines, to the next. */
  ticksPerBeat: 5,
  /** Orders of one feature that one round takes up. */
  waitingOrders: 500,
  /** How long a frame is tried again while the database is away. */
  retryForMs: 60_000,
} as const;

/** Close codes of the private range. */
export const gatewayClose = {
  stopping: 1001,
  tooMuch: 1008,
  tryLater: 1013,
  refused: 4000,
  replaced: 4001,
  silent: 4002,
} as const;
