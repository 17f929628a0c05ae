import * as z from 'zod';
import { activities } from './activity.ts';
import { idParams, instant, rowId } from './page.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/** Terminals and their health (rules S3). RECONNECTING: the 60 seconds before TDI. */
export const connectionStates = ['CONNECTED', 'RECONNECTING', 'DISCONNECTED', 'NEVER'] as const;
/** So many of a merchant's are listed: beyond what one merchant has, so that none is left out unsaid. */
export const terminalsMax = 5_000;

/** The terminals of a file: those in service, or out of it; where a filter leaves some out, those alone that show. */
export const exportedTerminals = z.strictObject({
  service: z.enum(['retired']).optional(),
  id: z.array(rowId).min(1).max(terminalsMax).optional(),
});
export type ExportedTerminals = z.output<typeof exportedTerminals>;

/**
 * A terminal is heard of with every heartbeat, and dropped when it misses two: one that counts as connected and was last
 * heard longer ago is not called so on a screen, because then the portal itself does not keep up.
 */
export const heartbeatOldMs = 90_000;
/** Below this a terminal that is not charging will not last the day. */
export const lowBatteryPercent = 15;

export const terminalRow = z.object({
  id: rowId,
  tid: z.string(),
  label: z.string().nullable(),
  /** It charges no card: what is taken on it are tests. */
  isTest: z.boolean(),
  serialNumber: z.string().nullable(),
  brand: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  branchId: rowId,
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  /** An inactive branch takes no payments; those under way go on to their result. */
  branchStatus: z.enum(activities),
  cashierId: rowId.nullable(),
  cashierName: z.string().nullable(),
  /** A device holds a key for it. */
  isPaired: z.boolean(),
  connection: z.enum(connectionStates),
  lastSeenAt: instant.nullable(),
  /** When it last said how it is: battery, networks, versions. */
  telemetryAt: instant.nullable(),
  /** What the device calls its own model. */
  reportedModel: z.string().nullable(),
  batteryPercent: z.number().int().nullable(),
  charging: z.boolean().nullable(),
  wifiSsid: z.string().nullable(),
  wifiRssi: z.number().int().nullable(),
  bluetooth: z.boolean().nullable(),
  ipAddress: z.string().nullable(),
  madaApp: z.string().nullable(),
  madaPackage: z.string().nullable(),
  /** Whether its model takes that package, as far as somebody has said so; NOT_SET warns nobody. */
  packageFit: z.enum(['FITS', 'DOES_NOT_FIT', 'NOT_SET']),
  /** The packages that fit its model, the oldest first. */
  packagesNeeded: z.array(z.string()),
  version: z.string().nullable(),
  provider: z.string().nullable(),
  paper: z.boolean().nullable(),
  /** A payment that is under way or whose outcome is not known. */
  openTransactionId: rowId.nullable(),
});
export type TerminalRow = z.infer<typeof terminalRow>;

/** Why no payment may be begun on it, null where one may: a terminal whose line was lost a moment ago is waited for. */
export const whyNoPayment = ({
  connection,
  branchStatus,
}: Pick<TerminalRow, 'connection' | 'branchStatus'>): 'branchStopped' | 'notConnected' | null => {
  if (branchStatus !== 'ACTIVE') return 'branchStopped';
  return connection === 'CONNECTED' || connection === 'RECONNECTING' ? null : 'notConnected';
};
export const canTakePayment = (terminal: Pick<TerminalRow, 'connection' | 'branchStatus'>): boolean =>
  whyNoPayment(terminal) === null;

const terminalList = z.object({
  /** The portal's clock: how old a heartbeat is does not hang on the clock of who looks. */
  now: instant,
  rows: z.array(terminalRow).max(terminalsMax),
});

export const listTerminals = defineRoute({
  id: 'terminals.list',
  method: 'GET',
  path: '/terminals',
  allow: merchantRoles,
  right: 'terminals.read',
  scope: 'terminals:read',
  inTestMode: true,
  summary: 'Every terminal with its connection and health; a cashier sees the own one',
  output: terminalList,
  errors: [],
});

export const listRetiredTerminals = defineRoute({
  id: 'terminals.retired',
  method: 'GET',
  path: '/retired-terminals',
  allow: ['MERCHANT'],
  right: 'terminals.read',
  summary: 'Every terminal that is out of service',
  output: terminalList,
  errors: [],
});

export const getTerminal = defineRoute({
  id: 'terminals.get',
  method: 'GET',
  path: '/terminals/:id',
  allow: merchantRoles,
  right: 'terminals.read',
  scope: 'terminals:read',
  inTestMode: true,
  summary: 'One terminal',
  params: idParams,
  output: terminalRow,
  errors: ['notFound'],
});

export const listMerchantTerminals = defineRoute({
  id: 'terminals.ofMerchant',
  method: 'GET',
  path: '/admin/merchants/:id/terminals',
  allow: ['ADMIN'],
  right: 'merchants.read',
  summary: 'The terminals of a merchant that are in service, for administrators',
  params: idParams,
  output: z.object({
    rows: z.array(
      terminalRow.pick({
        id: true,
        tid: true,
        label: true,
        brand: true,
        model: true,
        branchNameEn: true,
        branchNameAr: true,
        isPaired: true,
        connection: true,
        lastSeenAt: true,
        madaPackage: true,
        packageFit: true,
      }),
    ),
    /** There may be more than an answer holds. */
    truncated: z.boolean(),
  }),
  errors: ['notFound'],
});
export type TerminalOfMerchant = z.infer<typeof listMerchantTerminals.output>['rows'][number];

export const pairingCodeMinutes = 30;
export const makePairingCode = defineRoute({
  id: 'terminals.pairingCode',
  method: 'POST',
  path: '/terminals/:id/pairing-code',
  allow: ['MERCHANT'],
  right: 'terminals.pair',
  // Whoever holds the code takes the place of the device.
  freshSignIn: true,
  idempotency: 'none',
  summary: 'A one-time code that pairs a device with this terminal; an earlier code is void',
  params: idParams,
  output: z.object({ code: z.string(), expiresAt: instant }),
  errors: ['notFound'],
});

/** What the QR code of a pairing code holds: the terminal's number and its code, as `--enrol` takes them. */
export const pairingText = (tid: string, code: string): string => `${tid}:${code}`;
