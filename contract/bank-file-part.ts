import * as z from 'zod';
import { currencies } from './money.ts';
import { day, idParams, instant, rowId } from './page.ts';
import { schemeNames } from './reconciliation-terms.ts';
import { defineRoute } from './route.ts';
import { absentKinds, verdicts } from './verdicts.ts';

/** What the files of a layout hold, and what a file that waits would be judged as: proposed, chosen by a person, kept. */

const count = z.number().int();
const minor = z.number().int();

/** Names of parts are read in lists. */
const nameCharsMax = 80;
/** A shop has no more terminals than these that its files leave out. */
const leftOutMax = 10_000;
const minutesOfDay = 1_440;

/** What a file holds, as a person says it. What is left out is in other files, or in none: this file is not asked for it. */
export const filePart = z.object({
  /** The confirmed part that it is; null for a new one. */
  id: rowId.nullable(),
  /** Tells the parts of a layout apart; empty where there is one. */
  name: z.string().trim().max(nameCharsMax),
  withoutTids: z.array(z.string().max(64)).max(leftOutMax),
  withoutSchemes: z.array(z.enum(schemeNames)),
  /** What is older is before the first file; null where no line says where it may begin. */
  opensAt: instant.nullable(),
  /** The minute of the day in Riyadh at which the shop closes its batches; null where nobody said so. */
  closesMinute: z
    .number()
    .int()
    .min(0)
    .max(minutesOfDay - 1)
    .nullable(),
});
export type FilePart = z.infer<typeof filePart>;

/** A part that somebody confirmed for the files of a layout. */
export const confirmedPart = filePart.extend({
  id: rowId,
  bankId: rowId.nullable(),
  confirmedByName: z.string(),
  confirmedAt: instant,
  /** Files that are of it, without those that were taken back: it may be removed where there is none. */
  fileCount: count,
});
export type ConfirmedPart = z.infer<typeof confirmedPart>;

/** Why a file asks which part it is: its lines are in none of those that were confirmed, or in several. */
export const partQuestions = ['none', 'several', 'otherBank'] as const;
export type PartQuestion = (typeof partQuestions)[number];

/**
 * Which of a row's transactions have no line here, piece by piece: the counts add up to all of them. `earlier` have a line in
 * another file, `netted` are a purchase and its reversal, `leftOut` are not in these files; of a day the rest is by a
 * scheme or terminal without any line, or before its first line, after its last or between them; of a scheme or terminal it
 * is by day, unless no line names it.
 */
const whichPiece = z.object({
  kind: z.enum([
    'earlier',
    'netted',
    'leftOut',
    'scheme',
    'terminal',
    'before',
    'after',
    'among',
    'days',
    'noLine',
  ]),
  count,
  /** The scheme or terminal. */
  value: z.string(),
  /** The first line of the day, or the last one. */
  at: instant.nullable(),
  /** The first two days, oldest first, of `dayCount`. */
  days: z.array(day),
  dayCount: count,
});
export type WhichPiece = z.infer<typeof whichPiece>;

/**
 * What a row is judged as. `whole`, `restLater`, `linesOnly` (its other transactions are before the first file) and
 * `withoutFile` are a day's; `covered`, `absent`, `later` (nothing of it is due here yet) and `leftOut` a scheme's or terminal's.
 */
const judgedAs = [
  'whole',
  'restLater',
  'linesOnly',
  'withoutFile',
  'covered',
  'absent',
  'later',
  'leftOut',
] as const;
export type JudgedAs = (typeof judgedAs)[number];

/** What a person may choose for a row: the opening, by its oldest day, or whether these files hold a scheme or terminal. */
const partChoices = ['whole', 'linesOnly', 'held', 'leftOut'] as const;
export type PartChoice = (typeof partChoices)[number];

/**
 * By what the table of a file has rows. `whole` is all lines of sales, refunds and reversals, `others` those that are none
 * of them (rent, fees, chargebacks, balances): together they are the lines that were read.
 */
export const coveredKinds = ['day', 'scheme', 'terminal', 'whole', 'others'] as const;

/** What the bank's file and the portal have of a day, scheme or terminal, before fees, and what it is judged as. */
export const coveredRow = z.object({
  currency: z.enum(currencies),
  kind: z.enum(coveredKinds),
  /** ISO day, scheme or terminal; empty for the whole file and its other lines. */
  value: z.string(),
  lines: count,
  bankMinor: minor,
  payments: count,
  portalMinor: minor,
  /** Payments that no line of it has. */
  notInFile: count,
  notInFileMinor: minor,
  /** Of them those that it ought to have: they stay open. */
  awaited: count,
  which: z.array(whichPiece),
  /** Null for the whole file and its other lines, and where it is not known what it covers. */
  judgedAs: z.enum(judgedAs).nullable(),
  /** Schemes and terminals with transactions of the day that are absent or left out. */
  without: z.array(z.string()),
  /** What stands, and nothing where there is no choice. */
  choice: z.enum(partChoices).nullable(),
  /** For the day that opens the part: where it opens as whole, and with its lines only. */
  opens: z.object({ whole: instant, linesOnly: instant }).nullable(),
});
export type CoveredRow = z.infer<typeof coveredRow>;

/** What a file is judged by, run on it before anybody confirmed it: the verdict cannot be better than this. */
export const atBest = z.object({
  verdict: z.enum(verdicts),
  absent: z.array(z.object({ kind: z.enum(absentKinds), value: z.string(), count })),
  /** Days with transactions that it ought to have and has not. */
  days: z.array(z.object({ day, count })),
  /** Lines and transactions that ask for a person. */
  exceptionCount: count,
});
export type AtBest = z.infer<typeof atBest>;

/** The choice that stands instead of another for a row: the part as it is tried next. */
export function partWith(part: FilePart, row: CoveredRow, choice: PartChoice): FilePart {
  if (row.opens && (choice === 'whole' || choice === 'linesOnly'))
    return { ...part, opensAt: row.opens[choice] };
  if (row.kind === 'scheme') {
    const others = part.withoutSchemes.filter((each) => each !== row.value);
    const own = schemeNames.filter((each) => each === row.value && choice === 'leftOut');
    return { ...part, withoutSchemes: [...others, ...own] };
  }
  const others = part.withoutTids.filter((each) => each !== row.value);
  return { ...part, withoutTids: choice === 'leftOut' ? [...others, row.value] : others };
}

/** What a part says of a row: the choice that stands, also where nothing was tried with it yet. */
export function choiceIn(part: FilePart, row: CoveredRow): PartChoice | null {
  if (row.choice === null) return null;
  if (row.opens) {
    const opensAt = part.opensAt === null ? Number.NaN : Date.parse(part.opensAt);
    const said = (['whole', 'linesOnly'] as const).find(
      (choice) => Date.parse(row.opens?.[choice] ?? '') === opensAt,
    );
    return said ?? row.choice;
  }
  const without: readonly string[] = row.kind === 'scheme' ? part.withoutSchemes : part.withoutTids;
  return without.includes(row.value) ? 'leftOut' : 'held';
}

export const removePart = defineRoute({
  id: 'reconciliation.removePart',
  method: 'DELETE',
  path: '/reconciliation/parts/:id',
  allow: ['MERCHANT'],
  right: 'bankFiles.change',
  idempotency: 'natural',
  summary: 'Removes a part that no file is of; later files are held by those that are left',
  params: idParams,
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});
