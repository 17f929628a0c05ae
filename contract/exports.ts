/** Files that people take away from a list: which formats, and where each one ends. */
export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * Every limit of an export, with its name; `tooLarge` states the one that was hit as `maxRows`. A CSV streams without
 * one, and a workbook goes on in a further sheet where Excel's 1,048,576 rows end.
 */
export const exportLimits = {
  /** A PDF is for reading, and is set whole before its pages can be numbered. */
  pdfRowsMax: 5_000,
  /** A workbook that is downloaded while it is written; what is larger is prepared as a job. */
  directWorkbookRowsMax: 100_000,
} as const;
