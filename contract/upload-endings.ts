/** How a file may be named (rules S5); what it is, its first bytes tell. */
export const uploadEndings = ['.csv', '.xlsx', '.xls'] as const;
export const hasUploadEnding = (fileName: string): boolean =>
  uploadEndings.some((ending) => fileName.toLowerCase().endsWith(ending));
