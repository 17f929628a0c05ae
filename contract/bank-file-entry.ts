import * as z from 'zod';
import { reasons } from './entry-reasons.ts';
import { currencies } from './money.ts';
import { day, rowId } from './page.ts';
import {
  comparedFields,
  differenceGroups,
  matchKeys,
  outcomes,
  schemeNames,
} from './reconciliation-terms.ts';

const minor = z.number().int();

const reasonValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type ReasonParams = Record<string, z.infer<typeof reasonValue>>;

/** A record of the other side that comes near, with what agrees and what does not. */
const candidate = z.object({
  transactionId: rowId.nullable(),
  line: z.number().int().nullable(),
  agrees: z.array(z.enum(comparedFields)),
  differs: z.array(z.object({ field: z.enum(comparedFields), value: z.string().nullable() })),
});
export type Candidate = z.infer<typeof candidate>;

/** A line of an earlier file; `line` is null where that file's judgement did not keep it. */
const earlierLine = z.object({ bankFileId: rowId, fileName: z.string(), line: z.number().int().nullable() });
export type EarlierLine = z.infer<typeof earlierLine>;

/** A judged pair, a line without a payment, or a payment without a line. Amounts are signed minor units. */
export const bankFileEntry = z.object({
  seq: z.number().int(),
  outcome: z.enum(outcomes),
  group: z.enum(differenceGroups).nullable(),
  currency: z.enum(currencies),
  transactionId: rowId.nullable(),
  lines: z.array(z.number().int()),
  matchedBy: z.enum(matchKeys).nullable(),
  reason: z.enum(reasons).nullable(),
  params: z.record(z.string(), reasonValue),
  /** The line of an earlier file that its reason is about. */
  earlier: earlierLine.nullable(),
  candidates: z.array(candidate),
  portalMinor: minor.nullable(),
  bankMinor: minor.nullable(),
  differenceMinor: minor,
  /** Fee and VAT that the line kept back; null where there is no line, or it does not say. */
  chargeMinor: minor.nullable(),
  tid: z.string().nullable(),
  rrn: z.string().nullable(),
  lastFour: z.string().nullable(),
  scheme: z.enum(schemeNames).nullable(),
  day: day.nullable(),
});
export type BankFileEntry = z.infer<typeof bankFileEntry>;
