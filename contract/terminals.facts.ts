import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Terminals: paired, there, gone. */
const pairing = { hears: ['MERCHANT', 'ADMIN'], about: ['terminal'], audit: true } as const;
const line = { hears: ['MERCHANT', 'CASHIER'], about: ['terminal'] } as const;
const tid = open(z.string());
const settingsVersion = open(z.int());
const place = { label: open(z.string().nullable()), branchName: open(z.string()) } as const;
const person = { cashierName: open(z.string().nullable()) } as const;
const reconciled = { ...line, params: { tid } } as const;

export const terminalsFacts = {
  'terminals.added': defineFact({
    ...pairing,
    params: { tid, ...place, terminalModel: open(z.string()) },
    webhook: true,
  }),
  'terminals.assigned': defineFact({
    ...pairing,
    params: { tid, ...place, ...person },
    was: { ...place, ...person },
    webhook: true,
  }),
  'terminals.retired': defineFact({ ...pairing, params: { tid }, webhook: true }),
  'terminals.returned': defineFact({ ...pairing, params: { tid }, webhook: true }),
  'terminals.enrolmentCodeMade': defineFact({ ...pairing, params: { tid } }),
  'terminals.enrolled': defineFact({
    ...pairing,
    params: { tid, serial: open(z.string()) },
    webhook: true,
  }),
  'terminals.enrolmentRefused': defineFact({
    ...pairing,
    params: { tid, serial: open(z.string()) },
  }),
  'terminals.cashierBound': defineFact({
    ...pairing,
    params: { tid, cashierName: open(z.string()) },
  }),
  'terminals.cashierTakenOff': defineFact({
    ...pairing,
    params: { tid, cashierName: open(z.string()) },
  }),
  'terminals.connected': defineFact({
    ...line,
    params: { tid },
    live: 'TCO',
    webhook: true,
  }),
  'terminals.disconnected': defineFact({
    ...line,
    params: { tid },
    live: 'TDI',
    webhook: true,
  }),
  'terminals.configureAsked': defineFact({
    ...pairing,
    params: {
      tid,
      settingsVersion,
      language: open(z.string()),
      ownPurchases: open(z.boolean()),
      ownRefunds: open(z.boolean()),
      cash: open(z.boolean()),
    },
    webhook: true,
  }),
  /** By the terminal's own word. */
  'terminals.configured': defineFact({ ...pairing, params: { tid, settingsVersion }, webhook: true }),
  'terminals.settingsRefused': defineFact({
    ...pairing,
    params: { tid, settingsVersion },
    webhook: true,
  }),
  'terminals.reconcileAsked': defineFact({ ...pairing, params: { tid }, webhook: true }),
  'terminals.reconcileTimeSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    audit: true,
    params: {
      dailyTime: open(z.string().nullable()),
      /** Of one branch or one terminal; null of the merchant's. */
      branchName: open(z.string().nullable()),
      tid: open(z.string().nullable()),
    },
    was: { dailyTime: open(z.string().nullable()) },
  }),
  'terminals.reconcileRecipientsSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    audit: true,
    params: { recipients: open(z.string()) },
    was: { recipients: open(z.string()) },
  }),
  'terminals.dayTold': defineFact({
    hears: ['MERCHANT'],
    about: ['merchant'],
    mail: 'mails:terminalsDay',
  }),
  'terminals.reconciledNothingNew': defineFact({ ...reconciled, live: 'FRC', webhook: true }),
  'terminals.reconciledByItself': defineFact({ ...reconciled, live: 'SRC', webhook: true }),
};
