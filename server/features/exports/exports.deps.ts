import type { ExportSubject } from '@mizan/contract/exports.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { ExportTable } from '../../platform/exports/export-sheet.ts';
import type { Reader } from '../../platform/words.ts';

/** A table of a feature, with what its file is called. */
type NamedTable = ExportTable & { fileTitle: string };

/** What a feature lets people take away. It is opened when it is asked for, and again when it is written. */
type ExportSource<Subject> = (merchantId: string, subject: Subject, reader: Reader) => Promise<NamedTable>;

/** One source for each kind of subject: a kind without one does not compile. */
export type ExportSources = {
  readonly [Kind in ExportSubject['kind']]: ExportSource<Extract<ExportSubject, { kind: Kind }>>;
};

/** Writes one ZIP of everything that a merchant owns to `path`; `tell` hears how far it is, and ends it by what it throws. */
type WriteEverything = (asked: {
  merchantId: string;
  path: string;
  at: Date;
  askedBy: string;
  tell: (done: number, total: number) => Promise<void>;
}) => Promise<void>;

/** Opens the table of a subject by the source of its kind. */
export const openTable = (
  sources: ExportSources,
  merchantId: string,
  subject: ExportSubject,
  reader: Reader,
): Promise<NamedTable> => (sources[subject.kind] as ExportSource<ExportSubject>)(merchantId, subject, reader);

export interface ExportDeps {
  db: Database;
  clock: Clock;
  /** Where prepared files lie: portals on several machines have it in common. */
  folder: string;
  sources: ExportSources;
  everything: WriteEverything;
}
