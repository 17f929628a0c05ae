/**
 * Who may ask for a file of a list: who keeps the books may read all that is exported; a list that others may not read
 * brings its own right. Apart from the route, whose shapes a screen needs only once it is asked for.
 */
export const exportsFor = { allow: ['MERCHANT'], right: 'bankFiles.read' } as const;

/** Files that people take away from a list: which formats, and where each one ends. */
export const exportFormats = ['csv', 'xlsx', 'pdf'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** Of prepared files; a ZIP is the one of everything. */
export const fileFormats = [...exportFormats, 'zip'] as const;
export type FileFormat = (typeof fileFormats)[number];

/**
 * Every limit of an export, with its name; `tooLarge` states the one that was hit as `maxRows`. A CSV streams without
 * one, and a workbook goes on in a further sheet where Excel's 1,048,576 rows end.
 */
export const exportLimits = {
  /** A PDF is for reading, and is set whole before its pages can be numbered. */
  pdfRowsMax: 5_000,
  /** A workbook that is downloaded while it is written; what is larger is prepared as a job. */
  directWorkbookRowsMax: 100_000,
  /** Workbooks and PDFs that one process writes at a time; beyond them a download is asked to come again. */
  threadsMax: 6,
  /** Of one merchant at a time, waiting or being written. */
  runningMax: 2,
  /** The newest of one person that a list shows. */
  listedMax: 10,
  /** How long a prepared file can be downloaded; its disk is needed for others. */
  keptHours: 24,
  /** How long it is known that there was one. */
  knownDays: 30,
} as const;

/** The way of a prepared file. Whoever cancels a finished one gives it back before its time. */
export const exportStates = ['WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELED', 'EXPIRED'] as const;
export type ExportState = (typeof exportStates)[number];

export const exportCan = {
  cancel: (state: ExportState): boolean => ['WAITING', 'RUNNING', 'DONE'].includes(state),
  download: (state: ExportState): boolean => state === 'DONE',
} as const;
