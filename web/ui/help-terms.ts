/**
 * The terms of the field that screens explain, by their ids in docs/glossary.md, whose English sentence and names
 * locales/{en,ar}/help.json repeat: help-terms.test.ts holds it.
 */
export const helpTerms = [
  'mdr',
  'cap-limit',
  'processing-fee',
  'fee',
  'vat',
  'net',
  'refund',
  'cash-back',
  'acquirer',
  'rrn',
  'stan',
  'approval-code',
  'settlement',
  'net-expected',
  'value-date',
  'terminal-reconciliation',
  'no-new-transactions',
  'daily-reconciliation',
  'matching',
  'coverage',
  'incomplete',
  'chargeback',
  'mada-package',
] as const;
export type HelpTerm = (typeof helpTerms)[number];
