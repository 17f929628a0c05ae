import * as z from 'zod';
import { asSeen } from './as-seen.ts';
import { isSaudiIban, plainIban } from './iban.ts';
import { day, idParams, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { bankOf } from './saudi-banks.ts';
import { terminalsMax } from './terminals.ts';
import { schemes } from './transaction-states.ts';

/** The banks that a merchant is paid by, and which terminal is with which (docs/decisions/0050). */
export const banksMax = 20;
export const bankNameMax = 80;
/** Rows by date of one bank or one terminal: some a year. */
export const datedMax = 400;

/** Schemes that a bank may agree something of its own for. */
export const agreedSchemes = ['Mada', 'Visa', 'MasterCard', 'Maestro', 'Jcb'] as const;
export type AgreedScheme = (typeof agreedSchemes)[number];

/** 'HH:MM' in Asia/Riyadh. */
const cutoff = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const dated = { validFrom: day };
const bankRow = z.object({
  id: rowId,
  nameEn: z.string(),
  nameAr: z.string(),
  /** As in Saudi IBANs (contract/saudi-banks.ts); null for a bank that is none of them. */
  code: z.string().nullable(),
  iban: z.string().nullable(),
  /** Oldest first. */
  cutoffs: z.array(z.object({ ...dated, cutoff })).max(datedMax),
});
export type BankRow = z.infer<typeof bankRow>;

const placedTerminal = z.object({
  id: rowId,
  tid: z.string(),
  label: z.string().nullable(),
  branchNameEn: z.string(),
  branchNameAr: z.string(),
  /** Oldest first; scheme null is all that have no row of their own. */
  places: z.array(z.object({ ...dated, scheme: z.enum(schemes).nullable(), bankId: rowId })).max(datedMax),
  /** How many of its approved payments are owed by nobody, because nobody said with which bank it is. */
  withoutBank: z.number().int(),
});
export type PlacedTerminal = z.infer<typeof placedTerminal>;

export const listBanks = defineRoute({
  id: 'banks.list',
  method: 'GET',
  path: '/banks',
  allow: ['MERCHANT'],
  right: 'agreements.read',
  summary: 'The acquiring banks with their cut-offs, and with which bank each terminal is, by date',
  output: z.object({
    /** Today in Asia/Riyadh: what is dated later has not begun. */
    today: day,
    banks: z.array(bankRow).max(banksMax),
    terminals: z.array(placedTerminal).max(terminalsMax),
  }),
  errors: [],
});

const name = z.string().trim().min(1).max(bankNameMax);
/** Names in both languages, and of one of the known banks its code. An IBAN names the bank that it is of. */
const bankBody = {
  nameEn: name,
  nameAr: name,
  code: z
    .string()
    .refine((code) => bankOf(code) !== undefined)
    .nullable(),
  iban: z.string().max(40).transform(plainIban).refine(isSaudiIban).nullable(),
};
const bankExample = {
  nameEn: 'Al Rajhi Bank',
  nameAr: 'مصرف الراجحي',
  code: '80',
  iban: 'SA0380000000608010167519',
};

export const addBank = defineRoute({
  id: 'banks.add',
  method: 'POST',
  path: '/banks',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds a bank. With a second one, terminals that nobody placed stay with the first',
  body: z.strictObject({ ...bankBody, cutoff }),
  example: { body: { ...bankExample, cutoff: '00:00' } },
  output: z.object({ id: rowId }),
  errors: ['conflict'],
});

export const changeBank = defineRoute({
  id: 'banks.change',
  method: 'PUT',
  path: '/banks/:id',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Changes the name or the IBAN of a bank',
  params: idParams,
  body: asSeen(z.strictObject(bankBody)),
  example: { body: { ...bankExample, seen: { ...bankExample, iban: null } } },
  output: z.object({ id: rowId }),
  /** conflict {reason}: 'nameTaken', 'ibanTaken', 'changedMeanwhile'. */
  errors: ['notFound', 'conflict'],
});

export const setCutoff = defineRoute({
  id: 'banks.cutoff',
  method: 'PUT',
  path: '/banks/:id/cutoff',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'When the business day of a bank ends, from a day on that has not begun',
  params: idParams,
  body: z.strictObject({ cutoff, ...dated }),
  output: z.object({ id: rowId }),
  errors: ['notFound', 'conflict'],
});

export const placeTerminal = defineRoute({
  id: 'banks.place',
  method: 'PUT',
  path: '/banks/:id/terminal',
  allow: ['MERCHANT'],
  right: 'agreements.change',
  freshSignIn: true,
  idempotency: 'natural',
  summary:
    'With which bank a terminal is, from a day on that has not begun; since ever for one that had none, whose payments are then owed by this bank',
  params: idParams,
  body: z.strictObject({
    terminalId: rowId,
    /** Null: every scheme that has no bank of its own. */
    scheme: z.enum(agreedSchemes).nullable(),
    /** Null: since ever, where the terminal has no bank yet. */
    validFrom: day.nullable(),
  }),
  output: z.object({
    /** Payments that were owed by nobody, and are owed by this bank now. */
    expectedNow: z.number().int(),
  }),
  errors: ['notFound', 'conflict'],
});
