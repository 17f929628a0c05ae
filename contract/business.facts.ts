import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What a merchant says of the own business. */
const kind = { hears: ['MERCHANT', 'ADMIN'], about: ['merchant'], audit: true } as const;
const text = open(z.string());
const profile = {
  nameEn: text,
  nameAr: text,
  addressEn: text,
  addressAr: text,
  phone: open(z.string().nullable()),
  email: open(z.string().nullable()),
  vatNumber: open(z.string().nullable()),
};
const texts = { aboveAr: text, aboveEn: text, belowAr: text, belowEn: text };

export const businessFacts = {
  'business.changed': defineFact({ ...kind, params: profile, was: profile }),
  'business.logoSet': defineFact({ ...kind, params: { sizeBytes: open(z.int()) } }),
  'business.logoRemoved': defineFact(kind),
  'business.receiptTextsChanged': defineFact({ ...kind, params: texts, was: texts }),
};
