import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** The cashier's day: opened, closed, handed on. About the terminal, in whose log it stands. */
const kind = {
  hears: ['MERCHANT', 'CASHIER', 'ADMIN'],
  about: ['terminal'],
  audit: true,
} as const;
const tid = open(z.string());
const cashierName = open(z.string());
const closed = {
  tid,
  cashierName,
  /** What its approved transactions came to at that moment. */
  amountMinor: open(z.int()),
  currency: open(z.string()),
};
const handed = { ...closed, toName: open(z.string()) };

export const shiftsFacts = {
  'shifts.opened': defineFact({ ...kind, params: { tid, cashierName } }),
  'shifts.closed': defineFact({ ...kind, params: closed }),
  'shifts.handedOver': defineFact({ ...kind, params: handed }),
  /** By the next cashier, who found it open. */
  'shifts.takenOver': defineFact({ ...kind, params: handed }),
};
