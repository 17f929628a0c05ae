import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Terminals: paired, there, gone. */
const pairing = { hears: ['MERCHANT', 'ADMIN'], about: ['terminal'], audit: true } as const;
const line = { hears: ['MERCHANT', 'CASHIER'], about: ['terminal'] } as const;
const tid = open(z.string());
const settingsVersion = open(z.int());
const place = { label: open(z.string().nullable()), branchName: open(z.string()) } as const;
const person = { cashierName: open(z.string().nullable()) } as const;
const reconciled = { ...line, severity: 'routine', params: { tid } } as const;

export const terminalsFacts = {
  'terminals.added': defineFact({
    ...pairing,
    severity: 'notable',
    params: { tid, ...place, terminalModel: open(z.string()) },
  }),
  'terminals.assigned': defineFact({
    ...pairing,
    severity: 'notable',
    params: { tid, ...place, ...person },
    was: { ...place, ...person },
  }),
  'terminals.retired': defineFact({ ...pairing, severity: 'warning', params: { tid } }),
  'terminals.returned': defineFact({ ...pairing, severity: 'notable', params: { tid } }),
  'terminals.enrolmentCodeMade': defineFact({ ...pairing, severity: 'notable', params: { tid } }),
  'terminals.enrolled': defineFact({
    ...pairing,
    severity: 'notable',
    params: { tid, serial: open(z.string()) },
  }),
  'terminals.enrolmentRefused': defineFact({
    ...pairing,
    severity: 'warning',
    params: { tid, serial: open(z.string()) },
  }),
  'terminals.cashierBound': defineFact({
    ...pairing,
    severity: 'notable',
    params: { tid, cashierName: open(z.string()) },
  }),
  'terminals.cashierTakenOff': defineFact({
    ...pairing,
    severity: 'notable',
    params: { tid, cashierName: open(z.string()) },
  }),
  'terminals.connected': defineFact({
    ...line,
    severity: 'routine',
    params: { tid },
    live: 'TCO',
  }),
  'terminals.disconnected': defineFact({
    ...line,
    severity: 'warning',
    params: { tid },
    live: 'TDI',
  }),
  'terminals.configureAsked': defineFact({
    ...pairing,
    severity: 'notable',
    params: {
      tid,
      settingsVersion,
      language: open(z.string()),
      ownPurchases: open(z.boolean()),
      ownRefunds: open(z.boolean()),
      cash: open(z.boolean()),
    },
  }),
  /** By the terminal's own word. */
  'terminals.configured': defineFact({ ...pairing, severity: 'routine', params: { tid, settingsVersion } }),
  'terminals.settingsRefused': defineFact({
    ...pairing,
    severity: 'warning',
    params: { tid, settingsVersion },
  }),
  'terminals.reconcileAsked': defineFact({ ...pairing, severity: 'routine', params: { tid } }),
  'terminals.reconcileTimeSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    severity: 'notable',
    about: ['merchant'],
    audit: true,
    params: {
      dailyTime: open(z.string().nullable()),
      /** Of one branch or one terminal; null of the merchant's. */
      branchName: open(z.string().nullable()),
      tid: open(z.string().nullable()),
    },
  }),
  'terminals.reconcileRecipientsSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    severity: 'notable',
    about: ['merchant'],
    audit: true,
    params: { recipients: open(z.string()) },
  }),
  'terminals.dayTold': defineFact({
    hears: ['MERCHANT'],
    severity: 'routine',
    about: ['merchant'],
    mail: 'mails:terminalsDay',
  }),
  'terminals.reconciledNothingNew': defineFact({ ...reconciled, live: 'FRC' }),
  'terminals.reconciledByItself': defineFact({ ...reconciled, live: 'SRC' }),
};
