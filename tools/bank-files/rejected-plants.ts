import { isRiyals, type LinePlant, type LineWork, reject } from './line-work.ts';
import type { Manner } from './manner.ts';
import { answer, keepKeys, signedMinor, take } from './plant-work.ts';
import type { SettlementLine } from './settlement-line.ts';

/** Three cells as long as a workbook can hold are more than any row that is read, 64 KiB. */
const longText = 'x'.repeat(22_500);

/** A row that cannot be read and of which no key is left: it may be any of the payments that have no line. */
function rejectNameless(work: LineWork, code: string, change: Partial<SettlementLine>): void {
  const taken = take(work, (payment) => keepKeys(payment) && isRiyals(payment));
  if (!taken) return;
  const line = { ...taken.line, ...change };
  work.lines.push(line);
  work.rejected.push({ line, code, isNameless: true });
  answer(work, 'missingInBank', taken.payment, [], -signedMinor(taken.payment));
}

/** Of a file with hardly another line nobody could tell what its rows look like. */
const isSmall = ({ free, book }: LineWork): boolean => free.length + book.anchors.length < 8;
/** Amounts in one column with a point and two decimals, and the currency elsewhere or nowhere. */
const hasPlainPoints = ({ amounts, digits, signs, currency }: Manner): boolean =>
  amounts === 'point' &&
  digits === 'latin' &&
  signs !== 'pair' &&
  currency !== 'before' &&
  currency !== 'behind';
const saysStatus = ({ status }: Manner): boolean => status === 'said';

/** Rows that nobody can read: each is refused with its reason, and of its payment nothing is claimed. */
export const rejectedPlants = {
  dateLeftEmpty: {
    plant: (work) =>
      reject(work, 'missing', ({ line }) => ({ ...line, printed: { date: '', postingDate: '' } })),
  },
  amountLeftEmpty: {
    plant: (work) =>
      reject(work, 'missing', ({ line }) => ({
        ...line,
        printed: { amount: '', debit: '', credit: '', net: '' },
      })),
  },
  // A dot for thousands in a file of points: where '12.345' can be none, '1.200' is not known to be 1.20 either.
  dotsBesidePoints: {
    needs: { amounts: 'point', digits: 'latin', signs: 'minus', currency: 'none' },
    fits: hasPlainPoints,
    plant: (work) => {
      const before = work.rejected.length;
      reject(work, 'amount', ({ line }) => ({ ...line, printed: { amount: '12.345' } }));
      if (work.rejected.length > before)
        reject(work, 'decimalMark', ({ line }) => ({ ...line, printed: { amount: '1.200' } }));
    },
  },
  rowCutShort: {
    plant: (work) => {
      if (!isSmall(work)) reject(work, 'columns', ({ line }) => ({ ...line, cells: 'cutShort' }));
    },
  },
  // A shop's name with the delimiter in it: what stands behind it is one column further on.
  oneCellMore: {
    plant: (work) => {
      // Behind Spanish headings stand cells without a name, and the row is no longer than they are.
      const code = work.manner.titles === 'spanish' ? 'date' : 'columns';
      if (!isSmall(work)) rejectNameless(work, code, { cells: 'oneMore' });
    },
  },
  rowTooLong: {
    plant: (work) => {
      const printed = { rrn: longText, authCode: longText, card: longText };
      if (!isSmall(work)) rejectNameless(work, 'tooLong', { printed });
    },
  },
  statusNobodyKnows: {
    needs: { status: 'said' },
    fits: saysStatus,
    plant: (work) => {
      const status = work.manner.titles === 'arabic' ? 'قيد المراجعة' : 'Under review';
      reject(work, 'statusWord', ({ line }) => ({ ...line, printed: { status } }));
    },
  },
  kindNobodyKnows: {
    plant: (work) => {
      const typeWord = work.manner.titles === 'arabic' ? 'استعلام عن الرصيد' : 'Balance Inquiry';
      reject(work, 'typeWord', ({ line }) => ({ ...line, typeWord }));
    },
  },
} as const satisfies Record<string, LinePlant>;
