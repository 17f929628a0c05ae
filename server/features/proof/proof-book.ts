import type {
  CellKey,
  CellSum,
  ClosedSum,
  CountedSum,
  FileDoubts,
  LineSum,
  PaymentSum,
  RecordedDeposits,
} from './proof.queries.ts';

/** All that is known of the chosen days. */
export interface Book {
  payments: readonly PaymentSum[];
  closed: readonly ClosedSum[];
  counted: readonly CountedSum[];
  lines: readonly LineSum[];
  cells: readonly CellSum[];
  recorded: readonly RecordedDeposits[];
  /** Banks of which more arrived on other days than is owed for them. */
  overElsewhere: ReadonlySet<string>;
  /** What lines of other days took back, by bank. */
  taken: ReadonlyMap<string, number>;
  files: FileDoubts;
  today: string;
  /** Settlements of which all that is owed arrived: a payment that no line has is not lost there. */
  arrivedWhole: ReadonlySet<string>;
}

export const cellKey = ({ bankId, day, scheme }: CellKey): string => `${bankId} ${day} ${scheme}`;

export const hasLine = ({ state }: PaymentSum): boolean => state === 'CONFIRMED' || state === 'DIFFERS';

/** Payments, reconciliations and lines of one row, and the settlements whose deposits are its own; null where they are not. */
export interface RowBook {
  payments: readonly PaymentSum[];
  closed: readonly ClosedSum[];
  counted: readonly CountedSum[];
  lines: readonly LineSum[];
  /** Keys of settlements. */
  cells: ReadonlySet<string> | null;
  isPaidTogether: boolean;
}

/** Settlements of which all that is owed arrived. */
export const wholeCells = (cells: readonly CellSum[]): ReadonlySet<string> =>
  new Set(
    cells
      .filter(
        ({ arrivedMinor, netMinor, unjudgedCount, arrivedOn }) =>
          arrivedOn !== null && unjudgedCount === 0 && arrivedMinor >= netMinor,
      )
      .map(cellKey),
  );
