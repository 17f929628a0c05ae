import * as z from 'zod';

/** The names of the formats that a file turned out to be, whatever its extension says. */
const fileKinds = ['text', 'xlsx', 'xls'] as const;
export type FileKind = (typeof fileKinds)[number];

export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1256',
  'iso-8859-6',
  'windows-1252',
] as const;
export type TextEncoding = (typeof textEncodings)[number];

/** What mostly stands between the cells of a text. */
export const textDelimiters = [',', ';', '\t', '|'] as const;

/** What else somebody may say stands there: one sign of the keyboard that is no letter, no figure and no quotation mark. */
export const delimiterSign = /^[\t !#-/:-@[-`{-~]$/;

/** How a text is told: its encoding, and what stands between its cells. */
export const textForm = {
  encoding: z.enum(textEncodings).optional(),
  delimiter: z.string().regex(delimiterSign).optional(),
};

/** The names of columns stand no further down: nobody looks for them there. */
export const namesLineMax = 10_000;
/** Excel takes 31 characters; other programs more. */
export const sheetNameMax = 200;

/**
 * How the table of a file is told, where a person said it: what is not said is told by the file. `namesLine` is the line
 * with the names of the columns; 0 where no line names them. `sheet` is the name of the sheet that they stand in.
 */
export const tableForm = z.object({
  ...textForm,
  sheet: z.string().min(1).max(sheetNameMax).optional(),
  namesLine: z.number().int().min(0).max(namesLineMax).optional(),
});
export type TableForm = z.infer<typeof tableForm>;

/**
 * How the table of a file was told, and its first rows with anything in them as they are read so, with those around its names:
 * card numbers masked.
 */
export const foundTable = z.object({
  kind: z.string(),
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  /** The sheet of a workbook that is read, and all that it has. */
  sheet: z.string().nullable().optional(),
  sheets: z.array(z.string()).optional(),
  /** Other sheets with amounts in them, of which nothing is read, and in how many of their rows these stand. */
  unreadSheets: z.array(z.object({ name: z.string(), count: z.number().int() })).optional(),
  namesLine: z.number().int(),
  rows: z.array(z.object({ line: z.number().int(), cells: z.array(z.string()) })),
  said: tableForm,
  /** Nothing in the bytes proves the encoding: a person sees whether the words can be read. */
  isEncodingGuessed: z.boolean(),
});
export type FoundTable = z.infer<typeof foundTable>;

/**
 * Rows of the further sheets of a workbook that are read with the first are told by one number as well: row 12 of its third
 * sheet is line 30,000,012. No file has as many rows in one sheet.
 */
export const sheetLinesStep = 10_000_000;

/** Where a line of a file stands: its row, and the place of its sheet where it is of a further one. */
export const placeOfLine = (line: number): { sheet: number | null; row: number } =>
  line < sheetLinesStep
    ? { sheet: null, row: line }
    : { sheet: Math.floor(line / sheetLinesStep), row: line % sheetLinesStep };
