/**
 * Why a figure opens no rows (docs/decisions/0060-numbers-open-their-rows.md):
 * - `rowsBeside`: its rows stand beside it, all of them, and each opens.
 * - `ofFigures`: it is the sum or the difference of figures beside it, which open their rows.
 * - `oneRow`: it is a figure of the one row that the place is about, and adds nothing up.
 * - `listCannot`: the list cannot be narrowed to its rows, or they were never kept one by one.
 * - `notKept`: the file was judged before its rows were kept, or has more stretches of them than are kept.
 * - `evidence`: how many lines of a sample speak for a way of reading, before anything is stored.
 * - `setting`: a limit or a rate, which people agreed on.
 */
type OpensNothing = 'rowsBeside' | 'ofFigures' | 'oneRow' | 'listCannot' | 'notKept' | 'evidence' | 'setting';

/** Marks a figure that opens nothing with the reason; browser tests fail for one that has neither rows nor a reason. */
export const opensNothing = (why: OpensNothing): { 'data-opens-nothing': OpensNothing } => ({
  'data-opens-nothing': why,
});
