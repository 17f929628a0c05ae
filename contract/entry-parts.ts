import * as z from 'zod';
import { currencies } from './money.ts';
import { rowId } from './page.ts';

/** Entries that somebody set right: lines joined by hand, and lines with other figures than an earlier file has. */
export const mendedFilters = ['byHand', 'corrected'] as const;
export type MendedFilter = (typeof mendedFilters)[number];

/** Entries behind one figure of the head or the bridge: they stand among those of groups and outcomes. */
export const figureFilters = [
  'toClaim',
  'paidTooMuch',
  'here',
  'portal',
  'charges',
  'notJudged',
  'bank',
] as const;
export type FigureFilter = (typeof figureFilters)[number];

/** What narrows the entries of a filter further, all of it optional. */
export const entryParts = {
  /** Of what waits: the entries of a hole, by its number in the list from 1, or of a span of them. */
  holes: z
    .string()
    .regex(/^[1-9]\d{0,3}(-[1-9]\d{0,3})?$/)
    .optional(),
  /** Of all entries: those of the file's rows 'from-to', as a person counts them in the file. */
  rows: z
    .string()
    .regex(/^[1-9]\d{0,7}-[1-9]\d{0,7}$/)
    .optional(),
  /** Of all entries: those of the lines that a total or payout closes, by the number of its note among the rows not counted. */
  total: z
    .string()
    .regex(/^[1-9]\d{0,6}$/)
    .optional(),
  /** Of repeated and corrected lines: those that speak of this earlier file. Other entries have none. */
  earlier: rowId.optional(),
  /** Of these, those in one currency. */
  currency: z.enum(currencies).optional(),
};
const chosenParts = z.object(entryParts);
export type EntryParts = z.infer<typeof chosenParts>;
