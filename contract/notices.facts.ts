import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What asks for somebody by itself: it rings the bell, and goes by mail and to devices as each person chose. */
const alert = { hears: ['MERCHANT'] } as const;
const ownHours = {
  /** '08:00–23:00'; null where the usual hours count. */
  openingHours: open(z.string().nullable()),
  /** Days of the week, 0 is Sunday, parted by commas. */
  closedDays: open(z.string().nullable()),
};

export const noticesFacts = {
  /** While the shop is open, and for so long that it is no mere break. */
  'terminals.silent': defineFact({
    ...alert,
    hears: ['MERCHANT', 'CASHIER'],
    about: ['terminal'],
    params: { tid: open(z.string()) },
    notice: 'SIL',
    webhook: true,
  }),
  'bankFiles.unbalanced': defineFact({ ...alert, about: ['bankFile'], notice: 'UNB', webhook: true }),
  /** The money by agreed rates, in minor units, and of how many settlements. */
  'settlement.overdue': defineFact({
    ...alert,
    about: ['merchant'],
    params: { count: open(z.int()), amountMinor: open(z.int()), currency: open(z.string()) },
    notice: 'OVD',
    webhook: true,
  }),
  'notices.mailed': defineFact({
    hears: ['MERCHANT'],
    about: ['merchant'],
    mail: 'mails:notices',
  }),
  'alerts.openingHoursSet': defineFact({
    hears: ['MERCHANT', 'ADMIN'],
    about: ['merchant'],
    audit: true,
    params: ownHours,
    was: ownHours,
  }),
};
