/** How a table may be named (rules S5); what it is, its first bytes tell. */
const uploadEndings = ['.csv', '.xlsx', '.xls'] as const;
/**
 * How a bank's file may be named besides: text with separators is CSV to us whatever a bank calls it, and a zip of such
 * files is one that it split.
 */
export const bankFileEndings = [...uploadEndings, '.txt', '.tsv', '.zip'] as const;

const ends = (endings: readonly string[], fileName: string): boolean =>
  endings.some((ending) => fileName.toLowerCase().endsWith(ending));
export const hasUploadEnding = (fileName: string): boolean => ends(uploadEndings, fileName);
export const hasBankFileEnding = (fileName: string): boolean => ends(bankFileEndings, fileName);
