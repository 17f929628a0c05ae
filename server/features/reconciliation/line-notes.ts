import type { LineNote, LineNoteKind, TotalNote } from '@mizan/contract/bank-file-reading.ts';
import type { TotalCheck } from '../../reconciliation/normalise/total-checks.ts';
import type { ReconcileSummary } from '../../reconciliation/reconcile-job.ts';

/** `rows`: those that a total closes, where they are no run. */
type KindOfNote = LineNote & { kind: LineNoteKind; rows?: string | null };

/** Rejected lines, warnings and rows that are no lines, each kind numbered by itself, as they are kept and shown. */
export const lineNotesOf = ({
  rejections,
  warnings,
  notCounted,
}: Pick<ReconcileSummary, 'rejections' | 'warnings' | 'notCounted'>): KindOfNote[] => [
  ...rejections.map((note, index) => ({ kind: 'REJECTED' as const, seq: index + 1, total: null, ...note })),
  ...warnings.map((note, index) => ({ kind: 'WARNING' as const, seq: index + 1, total: null, ...note })),
  ...notCounted.rows.map(({ line, kind: code, text: value, total }, index) => ({
    kind: 'NOT_COUNTED' as const,
    seq: index + 1,
    line,
    code,
    field: null,
    value,
    total: total && totalNoteOf(total),
    rows: total?.rows ?? null,
  })),
];

const totalNoteOf = ({ line: _line, kind: _kind, rows, ...total }: TotalCheck): TotalNote => ({
  ...total,
  hasRows: rows !== null,
});
