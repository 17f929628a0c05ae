import type { Rate } from '@mizan/contract/money.ts';
import { type ByteDictionary, createDictionary } from './byte-dictionary.ts';
import { newArena, type TextArena } from './column-store.ts';

/**
 * The columns in which payments are handed to the engine: PostgreSQL's text COPY format (tabs, '\N' for null),
 * so that `COPY (SELECT ...) TO STDOUT` can be passed on chunk by chunk without being looked at on the way.
 *
 * `id` and `originalId` are bigint; `createdAtMs` is epoch milliseconds; `businessDay` is YYYY-MM-DD;
 * amounts are minor units without sign (the type tells the direction); the rate is the one of the payment's day,
 * null where none is known; `claimedBy` is the bank file that already matched the payment, null for none; `namedBy`
 * is the bank file that covers it without a line, null for none; `bankId` is the bank that
 * owes it and `dueDay` until when, null for what is not approved; `hostAtMs` is when the host had it, null where
 * that is when it was created. The `claimed...` columns are what the earlier file's line said of a claimed payment: its number, signed gross, what it kept back (null
 * where it did not say, or paid several payments at once), settlement day and batch. Where a later file
 * corrected that line, number, gross and what was kept are of the correction, and `correctedBy` is its file. `cashMinor` is the cash that a
 * purchase paid out, which carries no fee.
 */
export const portalColumns = [
  'id',
  'uuid',
  'orderRef',
  'tid',
  'rrn',
  'stan',
  'authCode',
  'last4',
  'scheme',
  'type',
  'status',
  'amountMinor',
  'currency',
  'businessDay',
  'createdAtMs',
  'mdrBps',
  'vatBps',
  'capLimitMinor',
  'processingFeeMinor',
  'feeMinor',
  'vatMinor',
  'originalId',
  'claimedBy',
  'namedBy',
  'bankId',
  'dueDay',
  'hostAtMs',
  'claimedLine',
  'claimedGrossMinor',
  'claimedChargeMinor',
  'claimedDay',
  'claimedBatch',
  'correctedBy',
  'cashMinor',
] as const;
export type PortalColumn = (typeof portalColumns)[number];

/** Where each column stands in a row. */
export const columnAt = Object.fromEntries(portalColumns.map((name, index) => [name, index])) as Record<
  PortalColumn,
  number
>;

interface RecordColumns {
  [name: string]: Float64Array | Uint32Array | Int32Array | Int16Array | Uint8Array;
  id: Float64Array;
  /** Signed: refunds and reversals are negative. */
  amountMinor: Float64Array;
  /** Fee and VAT of the payment as the portal worked them out from the rate of its day; NaN where unknown. */
  feeMinor: Float64Array;
  vatMinor: Float64Array;
  originalId: Float64Array;
  /** Riyadh's calendar day and minute, and the business day the portal keeps. */
  epochDay: Int32Array;
  minute: Int16Array;
  businessDay: Int32Array;
  terminal: Int32Array;
  rrnHigh: Uint32Array;
  rrnLow: Uint32Array;
  stan: Int32Array;
  auth: Uint32Array;
  last4: Int16Array;
  scheme: Uint8Array;
  currency: Uint8Array;
  /** Id in `statuses`. */
  status: Uint8Array;
  approved: Uint8Array;
  /** 0 purchase, 1 refund, 2 reversal. */
  kind: Uint8Array;
  /** Id in `rates`, -1 where none is known. */
  rate: Int32Array;
  /** Id in `claimants`, -1 where no earlier bank file has the payment. */
  claimant: Int32Array;
  /** Id in `claimants` of the file that names it as missing or awaited, -1 for none. */
  namer: Int32Array;
  /** The bank that owes it; 0 where it is not known, or the payment is not approved. */
  bank: Float64Array;
  /** Epoch day until which it is to be paid; `noDueDay` where it is not owed. */
  dueDay: Int32Array;
  /** When the host had it: epoch milliseconds. */
  hostMs: Float64Array;
  /**
   * What the line said by which an earlier file has the payment; written only where `claimant` names one. Line 0, NaN
   * and `noDay` where it did not say; the batch an id in `claimedBatches`, -1 for none.
   */
  claimedLine: Uint32Array;
  claimedGrossMinor: Float64Array;
  claimedChargeMinor: Float64Array;
  claimedDay: Int32Array;
  claimedBatch: Int32Array;
  /** Cash paid out with a purchase; part of the amount, and free of charge. */
  cashMinor: Float64Array;
  uuidAt: Uint32Array;
  orderRefAt: Uint32Array;
  orderRefLength: Uint8Array;
}

export interface PortalRecords {
  count: number;
  capacity: number;
  columns: RecordColumns;
  references: TextArena;
  statuses: ByteDictionary;
  claimants: ByteDictionary;
  /** By record, the file whose line corrected the one by which an earlier file has the payment. */
  correctors: Map<number, string>;
  rates: (Rate | null)[];
  claimedBatches: ByteDictionary;
}

export const recordKinds = ['PURCHASE', 'REFUND', 'REVERSAL'] as const;
export const uuidLength = 36;
/** Later than every day. */
export const noDueDay = 2 ** 31 - 1;

/** An empty store with room for `capacity` payments. */
export function newRecords(capacity: number): PortalRecords {
  const columns: RecordColumns = {
    id: new Float64Array(capacity),
    amountMinor: new Float64Array(capacity),
    feeMinor: new Float64Array(capacity),
    vatMinor: new Float64Array(capacity),
    originalId: new Float64Array(capacity),
    epochDay: new Int32Array(capacity),
    minute: new Int16Array(capacity),
    businessDay: new Int32Array(capacity),
    terminal: new Int32Array(capacity),
    rrnHigh: new Uint32Array(capacity),
    rrnLow: new Uint32Array(capacity),
    stan: new Int32Array(capacity),
    auth: new Uint32Array(capacity),
    last4: new Int16Array(capacity),
    scheme: new Uint8Array(capacity),
    currency: new Uint8Array(capacity),
    status: new Uint8Array(capacity),
    approved: new Uint8Array(capacity),
    kind: new Uint8Array(capacity),
    rate: new Int32Array(capacity),
    claimant: new Int32Array(capacity),
    namer: new Int32Array(capacity),
    bank: new Float64Array(capacity),
    dueDay: new Int32Array(capacity),
    hostMs: new Float64Array(capacity),
    claimedLine: new Uint32Array(capacity),
    claimedGrossMinor: new Float64Array(capacity),
    claimedChargeMinor: new Float64Array(capacity),
    claimedDay: new Int32Array(capacity),
    claimedBatch: new Int32Array(capacity),
    cashMinor: new Float64Array(capacity),
    uuidAt: new Uint32Array(capacity),
    orderRefAt: new Uint32Array(capacity),
    orderRefLength: new Uint8Array(capacity),
  };
  return {
    count: 0,
    capacity,
    columns,
    references: newArena(),
    statuses: createDictionary(),
    claimants: createDictionary(),
    correctors: new Map(),
    rates: [],
    claimedBatches: createDictionary(),
  };
}
