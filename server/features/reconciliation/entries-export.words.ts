import type { Words } from '../../platform/words.ts';

/** The columns of exported entries, in their order. */
export const exportColumns = [
  'outcome',
  'reason',
  'payment',
  'lines',
  'terminal',
  'rrn',
  'card',
  'scheme',
  'day',
  'portal',
  'bank',
  'difference',
  'currency',
  'matchedBy',
] as const;
export type ExportColumn = (typeof exportColumns)[number];

export const exportHeader = ({ text }: Words): string[] =>
  exportColumns.map((column) => text(`exports:entries.column.${column}`));
