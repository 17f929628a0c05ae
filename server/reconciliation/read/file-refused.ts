import type { FileErrorCode } from '@mizan/contract/reconciliation-terms.ts';

/** What a refusal carries to the reader: `maxBytes` or `maxRows` where a limit was hit, `field` where a column is missing. */
export interface Refusal {
  code: FileErrorCode;
  maxBytes?: number;
  maxRows?: number;
  field?: string;
}

const refusalOf = Symbol('refusal');

/** An error that refuses the whole file; anything else that is thrown is a fault of ours. */
export function fileRefused(code: FileErrorCode, detail: Omit<Refusal, 'code'> = {}): Error {
  const refusal: Refusal = { code, ...detail };
  return Object.assign(new Error(`the bank file was refused: ${code}`), { [refusalOf]: refusal });
}

/** The refusal that `fileRefused` put into an error, or null for every other error. */
export function refusalFrom(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  return (error as Error & { [refusalOf]?: Refusal })[refusalOf] ?? null;
}
