import * as z from 'zod';
import { daysBetween } from './business-day.ts';
import { day } from './page.ts';
import { defineRoute } from './route.ts';

/** In general columns, or in those that a program imports. */
export const journalLayouts = ['general', 'odoo', 'erpnext'] as const;
export type JournalLayout = (typeof journalLayouts)[number];

/** A quarter, so that one file serves a return of VAT too. */
const journalDaysMax = 92;

const isSpan = ({ from, to }: { from: string; to: string }): boolean =>
  from <= to && daysBetween(from, to) < journalDaysMax;

export const exportJournal = defineRoute({
  id: 'settlement.journal',
  method: 'GET',
  path: '/settlement/journal',
  allow: ['MERCHANT'],
  right: 'settlement.read',
  scope: 'settlement:read',
  summary:
    'A journal of the days that are over, at most 92: an entry a bank, business day and currency for what was sold, ' +
    'one a deposit; debits are credits in each',
  query: z
    .strictObject({
      from: day,
      /** Included. */
      to: day,
      lang: z.enum(['en', 'ar']).default('en'),
      /** Those of programs need their accounts: 'conflict' with `missing`, or 'currency', where there can be none. */
      layout: z.enum(journalLayouts).default('general'),
    })
    .refine(isSpan),
  example: { query: { from: '2026-11-01', to: '2026-11-30' } },
  output: z.unknown(),
  outputKind: 'file',
  errors: ['conflict'],
});
