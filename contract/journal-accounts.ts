import * as z from 'zod';
import { seen } from './as-seen.ts';
import { banksMax } from './banks.ts';
import { rowId } from './page.ts';
import { defineRoute } from './route.ts';

/**
 * Which account of the merchant's own books each line of the journal goes to, chosen once: programs import by the code or
 * name of an account (docs/decisions/0078-layouts-of-the-journal.md).
 */
export const journalRoles = [
  'sales',
  'refunds',
  'fees',
  'processing',
  'vat',
  'charges',
  'unclear',
  'writtenOff',
  'lostChargebacks',
  'acceptedDifferences',
  'receivable',
  'unjudged',
  'bank',
] as const;
export type JournalRole = (typeof journalRoles)[number];
/** A bank may have one of its own. */
export const bankedRoles = ['receivable', 'bank'] as const satisfies readonly JournalRole[];

/** An example to begin with; whether it is anybody's chart, only they know. */
export const proposedAccounts: Readonly<Record<JournalRole, string>> = {
  sales: '4100',
  refunds: '4190',
  fees: '6110',
  processing: '6120',
  vat: '1410',
  charges: '6130',
  unclear: '1290',
  writtenOff: '6190',
  lostChargebacks: '6140',
  acceptedDifferences: '6195',
  receivable: '1210',
  unjudged: '1215',
  bank: '1110',
};

export const accountCharsMax = 120;
/** Without what a spreadsheet would run: it would get an apostrophe, and no program finds such an account. */
const account = z
  .string()
  .trim()
  .min(1)
  .max(accountCharsMax)
  .regex(/^[^=+\-@＝＋－＠\s][^\r\n\t]*$/);

const chosen = {
  accounts: z
    .array(
      z.strictObject({
        role: z.enum(journalRoles),
        /** Null for all banks without one of their own. */
        bankId: rowId.nullable(),
        account,
      }),
    )
    .max(journalRoles.length + bankedRoles.length * banksMax),
  /** The journal of Odoo that takes the entries, by its name or code. */
  odooJournal: account.nullable(),
  /** The company of ERPNext, as it is named there. */
  erpnextCompany: account.nullable(),
};
type Accounts = z.infer<(typeof chosen)['accounts']>;

const areBanked = (accounts: Accounts): boolean =>
  accounts.every(
    ({ role, bankId }) => bankId === null || (bankedRoles as readonly JournalRole[]).includes(role),
  ) && new Set(accounts.map(({ role, bankId }) => `${role} ${bankId}`)).size === accounts.length;

const output = z.object({
  ...chosen,
  banks: z.array(
    z.object({ id: rowId, nameEn: z.string(), nameAr: z.string(), iban: z.string().nullable() }),
  ),
});
export type JournalAccounts = z.infer<typeof output>;

export const getJournalAccounts = defineRoute({
  id: 'settlement.journalAccounts',
  method: 'GET',
  path: '/settlement/journal-accounts',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary: 'The accounts that were chosen for the journal, and the banks that may have some of their own',
  output,
  errors: [],
});

export const setJournalAccounts = defineRoute({
  id: 'settlement.setJournalAccounts',
  method: 'PUT',
  path: '/settlement/journal-accounts',
  allow: ['MERCHANT'],
  right: 'journal.accounts',
  idempotency: 'natural',
  scope: 'settlement:write',
  summary: 'Chooses the accounts of the journal: all of them at once, in place of those before',
  /** `seen`: those that the form was filled from; a program that keeps them itself says none. */
  body: z.strictObject({ ...chosen, seen: seen.optional() }).refine(({ accounts }) => areBanked(accounts)),
  example: {
    body: {
      accounts: [
        { role: 'sales', bankId: null, account: '4100' },
        { role: 'receivable', bankId: null, account: '1210' },
      ],
      odooJournal: 'MISC',
      erpnextCompany: null,
    },
  },
  output,
  /** conflict: they do not stand as seen. */
  errors: ['notFound', 'conflict'],
});
