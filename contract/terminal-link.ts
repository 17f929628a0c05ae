import * as z from 'zod';
import { currencies, maxAmountMinor } from './money.ts';
import { parseStorable } from './storable-text.ts';
import { terminalSettings } from './terminal-settings-terms.ts';
import { paymentSteps, schemes } from './transaction-states.ts';
import { linkTypes, orderedTypes } from './transaction-types.ts';

/**
 * The link between a terminal and the gateway: JSON text frames over a WebSocket, one object a frame
 * (docs/terminal-link.md says the rules). Times in frames are for the record; durations and the gateway's
 * own clock decide.
 */
export const terminalLinkPath = '/neopaas/terminal';
export const terminalLinkProtocol = 'mizan.terminal.v1';

export const linkLimits = { frameBytes: 64 * 1024, receiptChars: 8_000, openPayments: 500 } as const;

/** The terminal's number in frames that are written before a terminal has said who it is. */
export const nobodyTid = '00000000';

const tid = z.string().regex(/^\d{8,16}$/);
const common = {
  v: z.literal(1),
  id: z.uuid(),
  tid,
  ts: z.iso.datetime(),
  ref: z.uuid().optional(),
};
const frame = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.object({ ...common, type: z.literal(type), ...shape });

const paymentId = z.uuid();
/** As far as a terminal may count its answers. */
const maxResultSeq = 2 ** 31 - 1;
const amountMinor = z.number().int().min(1).max(maxAmountMinor);
const hardware = { serial: z.string().min(1).max(32), model: z.string().min(1).max(40) };

const telemetryBody = z.object({
  battery: z.number().int().min(0).max(100),
  charging: z.boolean(),
  wifi: z.object({ ssid: z.string().max(32), rssi: z.number().int().min(-120).max(0) }).nullable(),
  bluetooth: z.boolean(),
  ip: z.union([z.ipv4(), z.ipv6()]).nullable(),
  madaApp: z.string().max(20).nullable(),
  madaPackage: z.string().max(20).nullable(),
  provider: z.string().max(40),
  paper: z.boolean(),
});
export type Telemetry = z.infer<typeof telemetryBody>;

/** What a terminal says of a payment that ended: the body of pay.result, sale.report and a final tx.status. */
export const resultBody = z.object({
  paymentId,
  resultSeq: z.number().int().min(1).max(maxResultSeq),
  kind: z.enum(linkTypes),
  providerCode: z.string().regex(/^\d{2}$/),
  actionCode: z.string().regex(/^\d{3}$/),
  rrn: z
    .string()
    .regex(/^[0-9A-Z]{12}$/)
    .nullable(),
  stan: z
    .string()
    .regex(/^\d{6}$/)
    .nullable(),
  authCode: z
    .string()
    .regex(/^[0-9A-Z]{6}$/)
    .nullable(),
  /** First six and last four at most: '484783******3421'. */
  maskedPan: z
    .string()
    .regex(/^\d{6}\*{2,9}\d{4}$/)
    .nullable(),
  scheme: z.enum(schemes),
  acquirerCode: z.string().max(12).nullable(),
  amountMinor,
  /** Of the amount, what was paid out in cash with a purchase (naqd); it bears no fee. */
  cashMinor: z.number().int().min(0).max(maxAmountMinor).optional(),
  /**
   * Of what gives money back: the RRN of the purchase. Of a completion, and of what lets a pre-authorisation go: the RRN of
   * that. Where the terminal knows it.
   */
  originalRrn: z
    .string()
    .regex(/^[0-9A-Z]{12}$/)
    .nullish(),
  currency: z.enum(currencies),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
  /** What the terminal printed, field by field in the order of a mada receipt. */
  receipt: z.record(z.string().max(40), z.string().max(200)).nullable(),
});
export type ResultBody = z.infer<typeof resultBody>;

/** The payment that a refund or a reversal is about, as its bank knows it. */
const originalPayment = z.object({ rrn: z.string(), date: z.iso.date(), maskedPan: z.string() });
export type OriginalPayment = z.infer<typeof originalPayment>;

const total = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Purchases are debits, refunds and reversals credits; both without a sign. */
const sideTotals = z.object({
  debitCount: total,
  debitMinor: total,
  creditCount: total,
  creditMinor: total,
});
export type SideTotals = z.infer<typeof sideTotals>;
const schemeTotals = z.object({ scheme: z.enum(schemes), host: sideTotals, terminal: sideTotals });
export type SchemeTotals = z.infer<typeof schemeTotals>;
/** As a file names them: none where it says nothing. */
export const namedTotals = z.array(schemeTotals).default([]);

const reconciliationId = z.uuid();
/** What a terminal says of a reconciliation that ended: the body of recon.result and of a final recon.status. */
const reconBody = z.object({
  reconciliationId,
  /** 500 where the host found both sides equal, 501 where not. */
  actionCode: z.enum(['500', '501']),
  /** Each scheme once; one that is absent has nothing on either side. */
  schemes: z
    .array(schemeTotals)
    .max(20)
    .refine((rows) => new Set(rows.map(({ scheme }) => scheme)).size === rows.length),
  startAt: z.iso.datetime(),
  endAt: z.iso.datetime(),
});
export type ReconBody = z.infer<typeof reconBody>;

export const ackOutcomes = ['ACCEPTED', 'DUPLICATE', 'BUSY', 'EXPIRED', 'MISCONF', 'CONFLICT'] as const;
export type AckOutcome = (typeof ackOutcomes)[number];
const reconAckOutcomes = ['ACCEPTED', 'DUPLICATE', 'BUSY'] as const;
export type ReconAckOutcome = (typeof reconAckOutcomes)[number];
/** OLDER: the terminal has settings of a higher number. REFUSED: it cannot take these. */
const configAckOutcomes = ['APPLIED', 'DUPLICATE', 'OLDER', 'REFUSED'] as const;
export type ConfigAckOutcome = (typeof configAckOutcomes)[number];
/** Settings are numbered at each terminal; the highest one counts. */
const settingsVersion = z.number().int().min(1).max(1_000_000_000);
export const cancelOutcomes = ['CANCELED', 'TOO_LATE', 'NOT_FOUND'] as const;
export const rejectReasons = [
  'BAD_CODE',
  'UNKNOWN_TERMINAL',
  'BAD_SIGNATURE',
  'RETIRED',
  'BAD_FRAME',
  'FOREIGN_TID',
  'NOT_SIGNED_IN',
] as const;

/** Frames that the gateway writes. */
export const gatewayFrame = z.discriminatedUnion('type', [
  frame('challenge', { nonce: z.string().regex(/^[0-9a-f]{64}$/) }),
  frame('enrolled', {}),
  frame('welcome', { sessionId: z.uuid(), epoch: z.number().int(), heartbeatMs: z.number().int() }),
  frame('reject', { reason: z.enum(rejectReasons) }),
  frame('ack', {}),
  frame('ping', {}),
  frame('pong', {}),
  frame('pay.start', {
    paymentId,
    attempt: z.number().int().min(1),
    kind: z.enum(orderedTypes),
    amountMinor,
    currency: z.literal('SAR'),
    expiresInMs: z.number().int().min(1),
    original: originalPayment.optional(),
  }),
  frame('pay.cancel', { paymentId }),
  frame('result.ack', { paymentId, resultSeq: z.number().int() }),
  frame('tx.query', { paymentId }),
  frame('recon.start', { reconciliationId, forced: z.boolean().optional() }),
  frame('recon.query', { reconciliationId }),
  frame('recon.result.ack', { reconciliationId }),
  frame('config.update', { version: settingsVersion, settings: terminalSettings }),
  frame('config.query', {}),
  frame('kick', { reason: z.string().max(80) }),
]);
export type GatewayFrame = z.infer<typeof gatewayFrame>;

/** Frames that a terminal writes. */
export const terminalFrame = z.discriminatedUnion('type', [
  frame('enrol', {
    code: z.string().min(6).max(40),
    ...hardware,
    publicKey: z.string().max(120),
    /** It has no reader and charges no card; a test terminal is paired with no other. */
    simulated: z.boolean().optional(),
  }),
  frame('hello', {
    /** Ed25519 over `helloText(nonce, tid, bootId)`, base64. */
    signature: z.string().max(120),
    ...hardware,
    appVersion: z.string().max(20),
    packageVersion: z.string().max(20),
    bootId: z.uuid(),
    /** Made when the journal was begun, kept in it: another one says that what stood before is lost. */
    journalId: z.uuid().optional(),
    inFlight: z.array(paymentId).max(linkLimits.openPayments),
    unacked: z.array(paymentId).max(linkLimits.openPayments),
  }),
  frame('telemetry', { body: telemetryBody }),
  frame('ping', {}),
  frame('pong', {}),
  frame('ack', {}),
  frame('pay.ack', { paymentId, outcome: z.enum(ackOutcomes) }),
  frame('pay.progress', { paymentId, step: z.enum(paymentSteps) }),
  frame('pay.cancel.ack', { paymentId, outcome: z.enum(cancelOutcomes) }),
  frame('pay.result', { body: resultBody }),
  frame('sale.report', { body: resultBody }),
  frame('tx.status', {
    paymentId,
    state: z.enum(['FINAL', 'IN_PROGRESS', 'NOT_FOUND']),
    step: z.enum(paymentSteps).optional(),
    body: resultBody.optional(),
  }),
  frame('recon.ack', { reconciliationId, outcome: z.enum(reconAckOutcomes) }),
  frame('recon.result', { body: reconBody }),
  frame('recon.status', {
    reconciliationId,
    state: z.enum(['FINAL', 'IN_PROGRESS', 'NOT_FOUND']),
    body: reconBody.optional(),
  }),
  frame('config.ack', {
    version: settingsVersion,
    outcome: z.enum(configAckOutcomes),
    inForce: settingsVersion.nullable(),
  }),
  frame('config.status', { inForce: settingsVersion.nullable() }),
]);
export type TerminalFrame = z.infer<typeof terminalFrame>;

type Body<F> = F extends { type: infer T } ? Omit<F, 'v' | 'id' | 'tid' | 'ts'> & { type: T } : never;
export type GatewayFrameBody = Body<GatewayFrame>;
export type TerminalFrameBody = Body<TerminalFrame>;

/** A frame's text, with what every frame carries: a new id, the terminal it is about, the sender's time. */
export function writeFrame(tid: string, body: GatewayFrameBody | TerminalFrameBody): string {
  return JSON.stringify({ v: 1, id: crypto.randomUUID(), tid, ts: new Date().toISOString(), ...body });
}

type ReadFrame = { ok: true; frame: GatewayFrame } | { ok: false; problem: string };

/** A frame of the gateway. What terminals write is read by the gateway itself, which has to bear more. */
export function readGatewayFrame(text: string): ReadFrame {
  if (text.length > linkLimits.frameBytes) return { ok: false, problem: 'frame too large' };
  try {
    const parsed = gatewayFrame.safeParse(parseStorable(text));
    return parsed.success
      ? { ok: true, frame: parsed.data }
      : { ok: false, problem: z.prettifyError(parsed.error) };
  } catch {
    return { ok: false, problem: 'not JSON' };
  }
}

/** The text a terminal signs to prove that it holds its key, on this connection and no other. */
export const helloText = (nonce: string, tid: string, bootId: string): string =>
  `mizan-hello.v1\n${nonce}\n${tid}\n${bootId}`;
