import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Terminals: paired, there, gone. */
const pairing = { hears: ['MERCHANT', 'ADMIN'], about: ['terminal'], audit: true } as const;
const line = { hears: ['MERCHANT', 'CASHIER'], about: ['terminal'] } as const;
const tid = open(z.string());
const reconciled = { ...line, severity: 'routine', params: { tid } } as const;

export const terminalsFacts = {
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
