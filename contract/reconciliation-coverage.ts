import * as z from 'zod';
import { currencies } from './money.ts';
import { day, instant, rowId } from './page.ts';
import { schemeNames } from './reconciliation-terms.ts';
import { bankId } from './settlement.ts';

const count = z.number().int();
const coveredSum = { currency: z.enum(currencies), count, amountMinor: z.number().int() };

/**
 * What a verdict is about: payments by the time at which they reached the host, and the money that it is not about.
 * Amounts are before fees; refunds and reversals are negative.
 */
export const bankFileCoverage = z.object({
  /**
   * Whose payments it is about, terminals and schemes null for all of them, and until when they were looked at. Files of
   * before do not say so, nor does a part of more terminals than the list of transactions can be narrowed to.
   */
  place: z
    .object({
      bankIds: z.array(bankId),
      tids: z.array(z.string()).nullable(),
      schemes: z.array(z.enum(schemeNames)).nullable(),
    })
    .optional(),
  until: instant.optional(),
  /** Null where nobody has confirmed what the files of this layout hold. */
  partId: rowId.nullable(),
  /** What is covered is after `from` and not after `to`, but for the exceptions. */
  from: instant.nullable(),
  to: instant,
  /** Of the first file of a part: what is older is before it. Null for the others. */
  opensAt: instant.nullable(),
  newestLineAt: instant,
  /** The day whose dues the file was to bring; not there in verdicts that were made before it was kept. */
  fileDay: day.nullish(),
  /** Terminals and schemes that are covered for a shorter time, with what they sold from then to `to`. */
  exceptions: z.array(
    z.object({ tid: z.string(), scheme: z.enum(schemeNames), to: instant.nullable(), ...coveredSum }),
  ),
  /** What no file had brought when it was judged, by the day it is due. */
  after: z.array(z.object({ dueDay: day.nullable(), ...coveredSum })),
  beforeFirstFile: z.array(z.object(coveredSum)),
  /** Stretches between files of which none holds the payments; both ends excluded. */
  withoutFile: z.array(
    z.object({
      tid: z.string(),
      schemes: z.array(z.enum(schemeNames)),
      from: instant,
      to: instant,
      sums: z.array(z.object(coveredSum)),
    }),
  ),
  /** The days on which the bank settled the lines, and the batches they name; null and none where it does not say. */
  settlement: z.object({ oldestDay: day, newestDay: day }).nullable(),
  batches: z.array(z.object({ tid: z.string(), lowest: count, highest: count })),
});
