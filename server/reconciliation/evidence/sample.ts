import { bankFileLimits } from '@mizan/contract/reconciliation-terms.ts';
import { copyRow, isBlank, type Row } from '../read/row.ts';

/** The first rows of a file, for finding its columns, and rows spread over all of it, for trying how it is read. */
export interface RowSample {
  first: Row[];
  spread: Row[];
  /** How many rows were read that are not blank. */
  count: number;
}

export interface Sampler {
  push: (row: Row) => void;
  end: () => RowSample;
}

/** Keeps every n-th row, and every second of those each time there are too many: the same rows for the same file. */
export function createSampler(firstMax: number = bankFileLimits.sampleRowsMax): Sampler {
  const first: Row[] = [];
  let spread: Row[] = [];
  let stride = 1;
  let count = 0;
  return {
    push: (row) => {
      if (isBlank(row)) return;
      if (first.length < firstMax) first.push(copyRow(row));
      if (count++ % stride !== 0) return;
      spread.push(copyRow(row));
      if (spread.length <= bankFileLimits.trialLinesMax) return;
      spread = spread.filter((_, index) => index % 2 === 0);
      stride *= 2;
    },
    end: () => ({ first, spread, count }),
  };
}
