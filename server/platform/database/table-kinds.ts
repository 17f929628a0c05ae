/**
 * Where each table lies once the database is distributed over several machines by Citus
 * (docs/decisions/0031-past-one-machine.md). On one machine nothing hangs on it, but tables are made fit for it:
 * tables.ts names the kind of each, and distribution.test.ts holds that every key allows what it says.
 */
export type TableKind =
  /** Distributed: the rows of one merchant lie together, on one machine. */
  | 'merchant'
  /** Copied whole to every machine: what the tables of merchants refer to and are joined with. */
  | 'reference'
  /** Stays on the coordinator: sign-in, onboarding, and what belongs to no merchant. */
  | 'coordinator';

/** The newest migration that knows nothing of several machines: a database is distributed after it, those since run there. */
export const lastOfOneMachine = 29;
