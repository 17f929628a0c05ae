import type { Stretches } from './line-stretches.ts';

/** What lines that do not say it themselves may have been charged, minor units; NaN where that part alone is not known. */
export interface UnsaidCharge {
  /** What their net is less than their gross. */
  netMinor: number;
  feeMinor: number;
  vatMinor: number;
  chargeMinor: number;
  /** It is not known what else was kept: a figure that it does not give is not compared. */
  isPart?: boolean;
}

/**
 * What was agreed to be kept of lines that do not say it: known only once lines have their payments. Several where a bank
 * may round in several ways, null where it is not known of one of the lines.
 */
export interface AgreedCharges {
  of: (stretches: Stretches) => UnsaidCharge[] | null;
}
