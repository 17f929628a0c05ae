import * as z from 'zod';
import { type FieldRule, fieldRules } from './onboarding-rules.ts';
import { day, rowId } from './page.ts';
import { defineRoute } from './route.ts';
import { schemes, transactionStatuses } from './transaction-states.ts';
import { transactionTypes } from './transaction-types.ts';

/**
 * What a merchant's own systems read and arrange, beside what tills do (integrator-calls.ts): with the paths, fields and
 * words that integrations of this market have. Amounts are whole halalas.
 */

/** Pages are counted here, as integrations expect: bounded by the days that one call may span. */
export const b2bPageSize = 15;
const b2bDaysMax = 366;
/** Pages beyond hold nothing that so many days of a busy chain could have. */
const pageMax = 1_000_000;

const minor = z.number().int();
const text = z.string().nullable();

/** The number that stands on a terminal. */
const terminalNumber = z.string().regex(/^\d{8,16}$/);

const transaction = z.object({
  id: rowId,
  uuid: z.uuid(),
  amount: minor,
  status: z.enum(transactionStatuses),
  terminalId: z.string(),
  /** ISO 8601, UTC. */
  date: z.iso.datetime(),
  rrn: text,
  cardType: z.enum(schemes),
  acquirerCode: text,
  type: z.enum(transactionTypes),
  vat: minor,
  mdr: minor,
  procFee: minor,
  netAmount: minor,
  switch_response_code: text,
  provider_response_code: text,
});
export type B2bTransaction = z.infer<typeof transaction>;

const ofMerchant = { allow: ['MERCHANT'], forIntegrations: true } as const;

export const filterB2bTransactions = defineRoute({
  ...ofMerchant,
  id: 'integrator.filter',
  method: 'GET',
  path: '/b2b/transactions/filter',
  right: 'transactions.read',
  scope: 'transactions:read',
  summary:
    'Transactions of some days in Riyadh, both included and 366 at most, newest first, in counted pages of 15',
  query: z
    .object({
      startDate: day,
      endDate: day,
      page: z.coerce.number().int().min(0).max(pageMax).default(0),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, 'startDate comes after endDate')
    .refine(
      ({ startDate, endDate }) => Date.parse(endDate) - Date.parse(startDate) < b2bDaysMax * 86_400_000,
      `no more than ${b2bDaysMax} days`,
    ),
  example: { query: { startDate: '2026-11-01', endDate: '2026-11-30' } },
  output: z.object({
    content: z.array(transaction).max(b2bPageSize),
    totalPages: z.number().int(),
    totalElements: z.number().int(),
    currentPage: z.number().int(),
    pageSize: z.literal(b2bPageSize),
  }),
  errors: [],
});

export const getB2bTransaction = defineRoute({
  ...ofMerchant,
  id: 'integrator.b2bTransaction',
  method: 'GET',
  path: '/b2b/transactions/:id',
  right: 'transactions.read',
  scope: 'transactions:read',
  summary: 'One transaction, by its number or its uuid',
  params: z.object({ id: z.union([rowId, z.uuid()]) }),
  output: transaction,
  errors: ['notFound'],
});

const total = z.number().int().min(0);
/** What the bank's host and the terminal say of one card scheme; totals in halalas, without a sign. */
const schemeTotals = z.object({
  cardSchemeId: text,
  cardSchemeEn: text,
  cardSchemeAr: text,
  hostDebitCount: total,
  hostDebitTotal: total,
  hostCreditCount: total,
  hostCreditTotal: total,
  terminalDebitCount: total,
  terminalDebitTotal: total,
  terminalCreditCount: total,
  terminalCreditTotal: total,
});

const reconciliation = z.object({
  id: rowId,
  /** The acquirer's code, as the terminal's newest payments have it; null where none does, or they differ. */
  bankId: text,
  /** The acquirer's number of the merchant, as the terminal's newest slips have it; null as above. */
  merchantId: text,
  madaTerminalId: z.string(),
  /** The category code of those slips. */
  mcc: text,
  /** Null: no terminal says which one the host gave to a reconciliation. */
  stan: text,
  version: text,
  /** Null as `stan`. */
  rrn: text,
  transactionTypeEn: z.string(),
  transactionTypeAr: z.string(),
  /** Of host and terminal, which the bank's host compares. */
  status: z.enum(['COMPLETED IN BALANCE', 'COMPLETED OUT OF BALANCE']),
  startDateTime: z.iso.datetime(),
  endDateTime: z.iso.datetime(),
  /** The daily time that had it done; null where somebody asked for it. */
  scheduledTime: text,
  executionTime: z.iso.datetime(),
  reconTotals: z.array(schemeTotals),
});
export type IntegratorReconciliation = z.infer<typeof reconciliation>;

export const runTerminalReconciliation = defineRoute({
  ...ofMerchant,
  id: 'integrator.reconcile',
  method: 'GET',
  path: '/transactions/terminal-reconciliation/:terminalId',
  right: 'terminals.reconcile',
  idempotency: 'none',
  summary:
    'Has a terminal reconcile with its bank now, waits for the result up to 130 seconds and answers it; one that is under way is waited for',
  params: z.object({ terminalId: terminalNumber }),
  output: z.object({
    /** False where it did not come about, or not yet: the message says why. */
    success: z.boolean(),
    message: z.string(),
    data: reconciliation.nullable(),
  }),
  errors: ['notFound'],
});

/** What an application asks of its cashiers, it asks here. */
const asApplied = ({ read }: FieldRule, says: string) =>
  z
    .string()
    .max(214)
    .refine((text) => read(text) === text, says);

export const addCashier = defineRoute({
  ...ofMerchant,
  id: 'integrator.addCashier',
  method: 'POST',
  path: '/cashiers',
  right: 'cashiers.arrange',
  freshSignIn: true,
  idempotency: 'natural',
  summary: 'Adds a cashier of a branch, at a terminal of it where one is named; a username is taken once',
  body: z.object({
    fullName: asApplied(fieldRules['cashiers.name'], 'a name of letters'),
    username: asApplied(
      fieldRules['cashiers.username'],
      'Latin letters, digits, dots and hyphens, 32 at most',
    ),
    password: asApplied(
      fieldRules['cashiers.password'],
      '8 characters or more, with upper and lower case, a digit and a special character',
    ),
    branchId: rowId,
    terminalId: terminalNumber.nullish(),
  }),
  example: {
    body: {
      fullName: 'Omar Khaled',
      username: 'omar',
      password: 'Qahwa#2026',
      branchId: '7',
      terminalId: '88501158',
    },
  },
  output: z.object({
    id: rowId,
    fullName: z.string(),
    username: z.string(),
    role: z.literal('CASHIER'),
    branchId: rowId,
    terminalId: z.string().nullable(),
  }),
  successStatus: 201,
  errors: ['notFound', 'conflict'],
});

const bound = z.object({ terminalId: z.string(), cashierUsername: z.string().nullable() });

export const associateTerminal = defineRoute({
  ...ofMerchant,
  id: 'integrator.associate',
  method: 'PUT',
  path: '/terminals/associate',
  right: 'cashiers.arrange',
  idempotency: 'natural',
  summary:
    'Binds a cashier to a terminal, and so to its branch; the one that they had before is theirs no more',
  body: z.object({ terminalId: terminalNumber, cashierUsername: z.string().min(1).max(200) }),
  example: { body: { terminalId: '88501158', cashierUsername: 'omar' } },
  output: bound,
  errors: ['notFound'],
});

export const deassociateTerminal = defineRoute({
  ...ofMerchant,
  id: 'integrator.deassociate',
  method: 'PUT',
  path: '/terminals/deassociate',
  right: 'cashiers.arrange',
  idempotency: 'natural',
  summary: 'Takes a cashier off a terminal, or everybody where none is named',
  body: z.object({ terminalId: terminalNumber, cashierUsername: z.string().min(1).max(200).nullish() }),
  example: { body: { terminalId: '88501158' } },
  output: bound,
  errors: ['notFound'],
});
