import type { RowSink } from './row.ts';
export async function readXlsx(
  _p: string,
  _s: string | undefined,
  _t: (sheet: string) => void,
  _r: RowSink,
): Promise<void> {}
