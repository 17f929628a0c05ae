/** Limits of the HTTP layer. What a limit of a feature is stands in the contract beside its schema. */
export const httpLimits = {
  /** The largest form of the portal is the onboarding of a merchant with its branches: some 30 KB. */
  jsonBytes: 256 * 1024,
  formBytes: 64 * 1024,
  formFields: 50,
  /** A bank file as text; workbooks have a smaller limit of their own (rules D6). */
  uploadBytes: 1024 ** 3,
  /** A path parameter: ids and uuids are far shorter. */
  paramChars: 100,
  /** The most problems of an input that one answer names. */
  namedProblems: 20,
  /** Whose calls are counted at once: some 10 MB. The one that was idle for longest is forgotten for another. */
  countedSessions: 50_000,
  /** Live sockets, terminals and requests together: file descriptors end at 20,000 on small machines. */
  connections: 18_000,
  headersTimeoutMs: 15_000,
  /** How often connections are looked through for those whose time is over. */
  timeoutCheckMs: 5_000,
  /** Of a form or a JSON body; an upload has the time of its whole request. */
  bodyTimeoutMs: 30_000,
  /** A gibibyte over a slow line. */
  requestTimeoutMs: 30 * 60_000,
  keepAliveMs: 72_000,
  /** How long requests under way may take once the portal was told to stop. */
  drainMs: 10_000,
} as const;
