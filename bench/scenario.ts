import type { BenchDatabase } from './bench-database.ts';

/** What a scenario of `npm run bench` is given. */
export interface BenchDeps {
  database: BenchDatabase;
  /** Rows of the large merchant; the budgets (rules D8.1) hold at `fullRows`. */
  rows: number;
  /** What goes on, for the one who waits. */
  log: (sentence: string) => void;
}

/** One line of the report: a measured figure beside its budget. */
export interface Measured {
  what: string;
  value: string;
  budget: string;
  isWithin: boolean;
}

export interface ScenarioReport {
  /** One sentence on what was done. */
  how: string;
  results: Measured[];
  /** The full table of figures, header first, for those who want to know more. */
  table?: readonly (readonly string[])[];
  /** Why a budget was missed, where one was. */
  cause?: string;
}

/** A file `<name>.bench.ts` exports one of these as `scenario`. */
export interface Scenario {
  name: string;
  title: string;
  run(deps: BenchDeps): Promise<ScenarioReport>;
}

export const fullRows = 10_000_000;
