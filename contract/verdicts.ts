/** What a bank file comes to, and what it may lack. */

/**
 * GROSS_AGREED: everything is as in a BALANCED file, but of a line at least the file does not say what the bank kept, and no
 * total or deposit of it does: then the amounts before fees agree, and of the others nothing is said.
 */
export const verdicts = ['BALANCED', 'GROSS_AGREED', 'UNBALANCED', 'INCOMPLETE'] as const;
export type Verdict = (typeof verdicts)[number];

/** Verdicts that ask nothing of anybody: nothing differs, and nothing of it waits or is absent. */
export const evenVerdicts = ['BALANCED', 'GROSS_AGREED'] as const satisfies readonly Verdict[];
export const isEven = (verdict: Verdict): boolean => (evenVerdicts as readonly Verdict[]).includes(verdict);

/** What an INCOMPLETE verdict names as absent from the file. */
export const absentKinds = [
  'terminal',
  'scheme',
  'withoutFile',
  'part',
  'linesOfTotal',
  'countOfTotal',
  'linesOfPayout',
  /** A total or a deposit that the file states and that could be compared with nothing: `value` in minor units. */
  'notCompared',
  /** Totals and deposits beyond those that are held against lines: `value` says how many. */
  'figuresBeyond',
  /** A column of amounts that nothing is read from, by its name, with the number of its lines. */
  'unreadColumn',
  /** Lines of fees that agreed rates do not explain: `value` in minor units, above what was agreed; negative below it. */
  'feeLines',
  /** Lines that say their VAT alone, and another one than agreed: `value` in minor units, above what was agreed; negative below it. */
  'vatAlone',
  'rejectedLines',
  /** Payments that another file of the same settlement day names: files of one day are judged as one. */
  'sameDay',
  'partOfFile',
  /** Sheets of a workbook with amounts that are not read, by their names. */
  'sheet',
] as const;
export type AbsentKind = (typeof absentKinds)[number];
