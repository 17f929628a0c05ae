import * as z from 'zod';
import { idParams, instant } from './page.ts';
import { defineRoute } from './route.ts';
import { settingsFields, terminalSettings } from './terminal-settings-terms.ts';

/** Settings of a terminal: what is in force by the terminal's own word, and what was asked for (docs/decisions/0135-settings-of-terminals.md). */
const version = z.number().int().min(1);

const inForce = z.object({
  version,
  settings: terminalSettings,
  /** When the terminal said so first. */
  since: instant,
});

const asked = z.object({
  version,
  settings: terminalSettings,
  state: z.enum(['WAITING', 'SENT', 'REFUSED']),
  askedAt: instant,
  askedByName: z.string(),
  /** When it was last given to the terminal; null where it was not yet. */
  sentAt: instant.nullable(),
});

const settingsOfTerminal = z.object({
  /** Null where the terminal has confirmed none: it is as it came, or as somebody set it there. */
  inForce: inForce.nullable(),
  /** The newest that was asked for, where it is not the one in force. */
  asked: asked.nullable(),
});
export type SettingsOfTerminal = z.infer<typeof settingsOfTerminal>;

export const getTerminalSettings = defineRoute({
  id: 'terminals.settings',
  method: 'GET',
  path: '/terminals/:id/settings',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  scope: 'terminals:read',
  summary: 'What a terminal is set to by its own word, and what was asked for since',
  params: idParams,
  output: settingsOfTerminal,
  errors: ['notFound'],
});

export const configureTerminal = defineRoute({
  id: 'terminals.configure',
  method: 'PUT',
  path: '/terminals/:id/settings',
  allow: ['MERCHANT'],
  right: 'terminals.manage',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Has a terminal take settings; one without a line gets them when it is back',
  params: idParams,
  body: z.strictObject(settingsFields),
  example: { body: { language: 'ar', ownPurchases: true, ownRefunds: false, cash: false } },
  output: settingsOfTerminal,
  errors: ['notFound'],
});
