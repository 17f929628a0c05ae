/** How much one fee audit holds; apart from its routes, so that screens that lead to it load no more than this. */
export const feeAuditLimits = {
  /** Days of one audit: a quarter. */
  daysMax: 92,
  /** Lines of bank files that one audit adds up; more are asked for in shorter spans. */
  linesMax: 1_500_000,
  /** Lines whose fee is not the agreed one, for which causes are looked for. */
  differingMax: 50_000,
} as const;
