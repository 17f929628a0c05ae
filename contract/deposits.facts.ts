import * as z from 'zod';
import { arrivalReasons } from './arrived-statements.ts';
import { defineFact, open } from './fact.ts';

/** What arrived in the account, and which settlements somebody said that it pays. */
const kind = { hears: ['MERCHANT'], about: ['deposit'], audit: true } as const;
const deposit = {
  bankName: open(z.string()),
  valueDate: open(z.string()),
  amountMinor: open(z.int()),
  currency: open(z.string()),
  reference: open(z.string()),
};
const shares = { sharesCount: open(z.int()), sharedMinor: open(z.int()) };

const vatInvoice = {
  bankName: open(z.string()),
  number: open(z.string()),
  month: open(z.string()),
  invoiceKind: open(z.string()),
  baseMinor: open(z.int()),
  vatMinor: open(z.int()),
  currency: open(z.string()),
};

export const depositsFacts = {
  'deposits.added': defineFact({
    ...kind,
    params: { ...deposit, ...shares, note: open(z.string()) },
    webhook: true,
  }),
  'deposits.matched': defineFact({ ...kind, params: { ...deposit, ...shares }, webhook: true }),
  'deposits.released': defineFact({ ...kind, params: { ...deposit, ...shares }, webhook: true }),
  'settlement.statementMade': defineFact({
    ...kind,
    about: ['settlementStatement'],
    params: {
      number: open(z.string()),
      from: open(z.string()),
      to: open(z.string()),
      bankName: open(z.string()),
    },
    webhook: true,
  }),
  /** Account by account: 'accounts.sales', and 'accounts.bank 12' of the bank of that number; null where none is chosen. */
  'settlement.accountsChosen': defineFact({
    ...kind,
    about: ['merchant'],
    more: open(z.string().nullable()),
  }),
  'settlement.vatInvoiceAdded': defineFact({ ...kind, about: ['vatInvoice'], params: vatInvoice }),
  'settlement.vatInvoiceUndone': defineFact({
    ...kind,
    about: ['vatInvoice'],
    params: vatInvoice,
  }),
  'deposits.statementArrived': defineFact({
    ...kind,
    about: ['merchant'],
    params: { fileName: open(z.string()), arrivalReason: open(z.enum(arrivalReasons).nullable()) },
    webhook: true,
  }),
  'deposits.statementPutAway': defineFact({
    ...kind,
    about: ['merchant'],
    params: { fileName: open(z.string()) },
  }),
  /** People are written to, unless they asked to go without. */
  'deposits.statementWaitTold': defineFact({
    hears: ['MERCHANT'],
    about: ['merchant'],
    mail: 'mails:statementWaits',
  }),
  'deposits.undone': defineFact({ ...kind, params: { ...deposit, ...shares }, webhook: true }),
};
