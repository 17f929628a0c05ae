/** Texts that the tables of several features write alike. */

/** The web's texts by the values of the contract: 'TERMINAL NOT CONNECTED' is 'terminalNotConnected'. */
export const camelKey = (value: string): string =>
  value.toLowerCase().replaceAll(/[ _](\w)/g, (_, letter: string) => letter.toUpperCase());

/** '2026-11-24 14:22:41' by the clock of Riyadh: people and programs read it, and it sorts. */
export const riyadhMoment = (at: Date): string =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
