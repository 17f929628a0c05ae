import type { SchemeName } from '@mizan/contract/reconciliation-terms.ts';

/** What the files of a layout hold, as a person confirmed it, and what the files of it say that are there already. */
export interface JobPart {
  /** Null where nobody has confirmed a part of the layout yet: then it is all of the banks of the lines. */
  id: string | null;
  /** Whether a person said what it holds and where it opens, or is trying it; left away: it has an id. */
  isSaid?: boolean;
  /** The bank that owes its payments; null for those of the lines. */
  bankId: number | null;
  /** Numbers of terminals and names of schemes; null for all. */
  tids: string[] | null;
  schemes: SchemeName[] | null;
  /** Epoch milliseconds; null where the first file is to propose it. */
  openingMs: number | null;
  /** Minute of the day in Riyadh at which the part closes, where that is confirmed. */
  closingMinute: number | null;
  /** All other files of the part that were judged, whether earlier or later than this one. */
  files: PartFile[];
}

/** What a judged file of a part says to the others: see `CoverageSummary`, of which this is kept. */
export interface PartFile {
  bankFileId: string;
  newestLineMs: number;
  /** Epoch days. */
  settlement: { oldestDay: number; newestDay: number } | null;
  batches: TerminalBatches[];
  stretches: NamedStretch[];
}

export interface TerminalBatches {
  tid: string;
  lowest: number;
  highest: number;
}

/** A stretch that no file holds, of one terminal and the schemes that close together; both ends excluded. */
export interface NamedStretch {
  tid: string;
  schemes: SchemeName[];
  fromMs: number;
  toMs: number;
}

/** A part without anything confirmed and without other files: what a first file is judged by. */
export const unconfirmedPart: JobPart = {
  id: null,
  bankId: null,
  tids: null,
  schemes: null,
  openingMs: null,
  closingMinute: null,
  files: [],
};
