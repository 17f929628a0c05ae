import type { RowSink } from './row.ts';
export function readXls(_p: string, _s: string | undefined, _t: (sheet: string) => void, _r: RowSink): void {}
