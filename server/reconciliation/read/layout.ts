import type { SaidWords } from '@mizan/contract/bank-file-words.ts';
import type {
  BankField,
  DateOrder,
  ReadingQuestion,
  ReadingWay,
} from '@mizan/contract/reconciliation-terms.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';

/**
 * How one bank's files are read, as a person confirmed it. Columns are kept by their comparable name, so the
 * bank may shuffle them; a name that stands twice is kept as 'name#2'.
 */
export interface Layout {
  fields: Record<string, BankField | null>;
  dateOrder?: DateOrder | undefined;
  decimalComma?: boolean | undefined;
  /** The dates of the file are UTC; otherwise they are Riyadh's. */
  utc?: boolean | undefined;
  /** The zone of dates without one of their own, by IANA name or abbreviation, where the file names it. */
  zone?: string | undefined;
  /** Which of its two zones 'AST' is in this file; rows that say it are rejected until a person or the payments told. */
  ast?: 'riyadh' | 'atlantic' | undefined;
  /** Amounts are whole halalas. */
  minorUnits?: boolean | undefined;
  /** What alone tells a refund; where it is not said, whatever of the three the file has. */
  refunds?: ReadingWay<'refunds'> | undefined;
  /** Rent, fees and invoices of the bank are given back where they have no minus; else their word alone takes money. */
  charges?: 'signed' | undefined;
  /** What words of its status and type columns mean, where a person said it. */
  words?: SaidWords | undefined;
  /** The readings as they were confirmed, with what spoke for each then. */
  readings?: Partial<Record<ReadingQuestion, ConfirmedReading>> | undefined;
  sheet?: string | undefined;
  /** How the table of the file is told, where a person said it. */
  table?: TableForm | undefined;
}

/** A reading that a person confirmed, and how many of how many lines found their payment so on that day. */
interface ConfirmedReading {
  way: ReadingWay;
  finds: number;
  tried: number;
}

/** Which column holds what, as found in one file. */
export interface ColumnMapping {
  headerLine: number;
  titles: string[];
  /** Comparable names, numbered where one stands twice: the keys of a Layout. */
  keys: string[];
  fields: (BankField | null)[];
  /** 1 where lines begin with a record marker (DT) that the column names leave out. */
  shift: 0 | 1;
  /** What has to be chosen by hand before the file can be read. */
  missing: BankField[];
}

/** One row of the sample with its texts. */
export interface SampleRow {
  line: number;
  cells: string[];
  /** A quote in it closes on another line: what its cells hold is not certain. */
  isBroken?: boolean;
}
