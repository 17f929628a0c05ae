import * as z from 'zod';

/** What a terminal is set to by its merchant, numbered on each change, in words that the link and the screens share. */
export const terminalLanguages = ['ar', 'en'] as const;

export const settingsFields = {
  /** Of its screen. */
  language: z.enum(terminalLanguages),
  /** Whether a purchase may be begun at the terminal itself. */
  ownPurchases: z.boolean(),
  /** Whether a refund may be begun at the terminal itself. */
  ownRefunds: z.boolean(),
  /** Whether cash may be paid out at the terminal: with a purchase that is begun there (naqd), or alone. */
  cash: z.boolean(),
};
export const terminalSettings = z.object(settingsFields);
export type TerminalSettings = z.infer<typeof terminalSettings>;

/** As a terminal comes that nobody has configured. */
export const unconfigured: TerminalSettings = {
  language: 'ar',
  ownPurchases: true,
  ownRefunds: true,
  cash: true,
};

/** WAITING: to be sent. SENT: no answer yet. IN_FORCE: the terminal said so. REPLACED: another number took its place. */
const settingsStates = ['WAITING', 'SENT', 'IN_FORCE', 'REFUSED', 'REPLACED'] as const;
export type SettingsState = (typeof settingsStates)[number];

/** What counts is the terminal's word alone: one that was in force waits again where the terminal has lost it. */
export const nextSettingsStates: Readonly<Record<SettingsState, readonly SettingsState[]>> = {
  WAITING: ['SENT', 'IN_FORCE', 'REPLACED'],
  SENT: ['WAITING', 'IN_FORCE', 'REFUSED', 'REPLACED'],
  IN_FORCE: ['WAITING', 'REPLACED'],
  REFUSED: ['IN_FORCE', 'REPLACED'],
  REPLACED: ['IN_FORCE'],
};
