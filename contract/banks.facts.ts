import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** The banks of a merchant, and which terminal is with which. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['bank'], audit: true } as const;
const bankName = open(z.string());
const iban = { schema: z.string().nullable(), seenBy: ['MERCHANT'] } as const;
const validFrom = open(z.string());
const rent = { amountMinor: open(z.int().nullable()), vatBps: open(z.int().nullable()) };
const answerDays = { answerDays: open(z.int().nullable()) };

export const banksFacts = {
  'banks.added': defineFact({ ...kind, params: { bankName, iban, cutoff: open(z.string()) } }),
  'banks.changed': defineFact({ ...kind, params: { bankName, iban }, was: { bankName, iban } }),
  'banks.cutoffSet': defineFact({ ...kind, params: { bankName, cutoff: open(z.string()), validFrom } }),
  /** Also for days that are past: it is what was agreed then. */
  'banks.answerDaysSet': defineFact({
    ...kind,
    params: {
      bankName,
      scheme: open(z.string().nullable()),
      ...answerDays,
      validFrom,
      movedCount: open(z.int()),
    },
    was: answerDays,
  }),
  'banks.rentSet': defineFact({
    ...kind,
    params: { bankName, rentKind: open(z.string()), ...rent, validFrom },
    was: rent,
  }),
  'banks.terminalPlaced': defineFact({
    ...kind,
    params: {
      bankName,
      tid: open(z.string()),
      scheme: open(z.string().nullable()),
      validFrom: open(z.string().nullable()),
      expectedNow: open(z.int()),
    },
  }),
};
