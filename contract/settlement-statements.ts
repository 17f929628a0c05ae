import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { exportFormats } from './export-terms.ts';
import { currencies } from './money.ts';
import { day, idParams, instant, pageOf, pageQuery, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { bankId } from './settlement.ts';

/**
 * Settlement statements: what banks owe for a span of days and what arrived of it, as it was at one moment, as a paper
 * that anybody can check (docs/decisions/0077-statements-that-can-be-checked.md). A bank's own statement of an account is
 * another thing: statements.ts.
 */

/** A quarter. */
export const statementDaysMax = 92;
/** In one day of one merchant. */
export const statementsPerDayMax = 100;

/** In which calendar a paper says its days; both stand on one line. */
export const statementCalendars = ['gregorian', 'ummAlQura', 'both'] as const;
export type StatementCalendar = (typeof statementCalendars)[number];

/** 20 random bytes in base64url: the address of a paper, which nobody guesses. */
const statementCode = z.string().regex(/^[A-Za-z0-9_-]{27}$/);

const minor = z.number().int();
const names = z.object({ nameEn: z.string(), nameAr: z.string() });

/** Closing sums of one currency. */
const statementTotal = z.object({
  currency: z.enum(currencies),
  grossMinor: minor,
  refundsMinor: minor,
  mdrMinor: minor,
  processingMinor: minor,
  vatMinor: minor,
  netMinor: minor,
  arrivedMinor: minor,
  /** Of the settlements of which it can be said: what arrived less what is owed. */
  differenceMinor: minor,
  /** What the others still lack of their net: net = arrived − difference + this. */
  unsaidMinor: minor,
  /** Gross without an agreed rate: in none of the sums. */
  unjudgedMinor: minor,
  /** Of the net, what was accepted as never paid; absent in statements that were made before they said so. */
  writtenOffMinor: minor.optional(),
});
export type StatementTotal = z.infer<typeof statementTotal>;

const paper = {
  /** 'MZ-2026-0007', in the order of one merchant. */
  number: z.string(),
  from: day,
  /** Included. */
  to: day,
  /** Null where it has all banks. */
  bank: names.nullable(),
  madeAt: instant,
  totals: z.array(statementTotal),
  /** SHA-256 of the figures in their canonical form. */
  figuresSha256: z.string(),
};

const statementRow = z.object({ id: rowId, ...paper, madeByName: z.string(), rowsCount: minor });
export type SettlementStatementRow = z.infer<typeof statementRow>;

/**
 * A record that this installation has not sealed as it stands: it was changed outside the portal, or MIZAN_SECRET is another
 * one than when it was made. Which of both is not known, and nothing that it says is shown.
 */
const unprovenStatement = z.object({ id: rowId, isUnproven: z.literal(true), madeAt: instant });
export type UnprovenStatement = z.infer<typeof unprovenStatement>;

export const listSettlementStatements = defineRoute({
  id: 'settlement.statements',
  method: 'GET',
  path: '/settlement/papers',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'Settlement statements that were made, the newest first; of one that cannot be proven only that it is there',
  query: z.strictObject(pageQuery),
  output: pageOf(z.union([statementRow, unprovenStatement])),
  errors: [],
});

export const makeSettlementStatement = defineRoute({
  id: 'settlement.makeStatement',
  method: 'POST',
  path: '/settlement/papers',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  idempotency: { clientId: 'requestId' },
  scope: 'settlement:write',
  summary:
    'Makes a settlement statement of at most 92 days up to today: its figures are those of this moment and never change',
  body: z
    .strictObject({
      requestId: z.uuid(),
      from: day,
      /** Included; today at the latest. */
      to: day,
      /** All banks where it is absent. */
      bankId: bankId.optional(),
    })
    .refine(({ from, to }) => from <= to && daysBetween(from, to) < statementDaysMax),
  example: {
    body: { requestId: '3f0a7c52-6f0e-4a58-9a37-0f4f3f6a2b11', from: '2026-11-01', to: '2026-11-21' },
  },
  output: statementRow,
  successStatus: 201,
  errors: ['notFound', 'conflict', 'tooLarge'],
});

export const downloadSettlementStatement = defineRoute({
  id: 'settlement.downloadStatement',
  method: 'GET',
  path: '/settlement/papers/:id/file',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'A settlement statement as PDF, XLSX or CSV; the hash of the file is kept, so that it can be checked',
  params: idParams,
  query: z.strictObject({
    format: z.enum(exportFormats),
    lang: z.enum(['en', 'ar']).default('en'),
    calendar: z.enum(statementCalendars).default('gregorian'),
  }),
  example: { query: { format: 'pdf' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: ['notFound', 'conflict'],
});

export const checkSettlementStatement = defineRoute({
  id: 'settlement.checkStatement',
  method: 'GET',
  path: '/settlement-papers/:code',
  allow: 'public',
  rateClass: 'statementChecks',
  summary: 'What a settlement statement says, by the code that is printed on it, and the hashes of its files',
  params: z.object({ code: statementCode }),
  output: z.object({
    merchant: names,
    ...paper,
    /** SHA-256 of every file that was made of it. */
    files: z.array(z.object({ format: z.enum(exportFormats), sha256: z.string() })),
  }),
  errors: ['notFound'],
});
export type CheckedStatement = z.infer<typeof checkSettlementStatement.output>;
