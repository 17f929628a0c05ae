import { riyadhDay } from '@mizan/contract/business-day.ts';
import type { BankFileRow } from '@mizan/contract/reconciliation.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { bankFileRowOf } from './bank-file-view.ts';
import { selectBankFilesOf, selectOpenBankFiles } from './bank-files.queries.ts';
import { judgeWhatPassed } from './judged-again.queries.ts';
import { selectFilesToTell, type ToldFile } from './told-files.queries.ts';

export { tellAll, upsertTold as rememberTold } from './told-files.queries.ts';

/** What a letter says of one file, beside what the list shows of it. */
export interface TellingFile extends BankFileRow {
  /** Of some of its lines the file says what was kept, where of others it does not. */
  isGrossInPart: boolean;
  /** Its verdict is about to be found anew. */
  isJudgedAgain: boolean;
  /** A verdict is on its way, and nobody is needed for it. */
  isUnderWork: boolean;
}

export interface FilesOfDay {
  files: TellingFile[];
  /** What is remembered once they are told. */
  told: ToldFile[];
  /** Whether one came of which no verdict was told yet. */
  hasCome: boolean;
  /** More than are told at once: the next letter names them. */
  hasMore: boolean;
  /** Files that ask for a person beside those. */
  otherOpen: number;
}

const toldAtOnce = 200;
const beingRead: ReadonlySet<BankFileRow['state']> = new Set(['RECEIVED', 'READING', 'MATCHING']);

/** Has files judged again of which a due day passed before this one, of all merchants; nothing waits for it. */
export const judgeDueFiles = (db: Database, at: Date): Promise<void> => judgeWhatPassed(db, riyadhDay(at));

/** The files that a letter has to tell of. */
export async function filesToTell(tx: Tx): Promise<FilesOfDay> {
  const found = await selectFilesToTell(tx, toldAtOnce + 1);
  const telling = found.slice(0, toldAtOnce);
  const records = await selectBankFilesOf(
    tx,
    telling.map(({ bankFileId }) => bankFileId),
  );
  const { total } = await selectOpenBankFiles(tx, 1);
  // One that was taken back meanwhile says nothing any more.
  const files = records
    .filter(({ state }) => state !== 'UNDONE' && state !== 'REPLACED')
    .map((record) => ({
      ...bankFileRowOf(record),
      isGrossInPart: record.summary?.isGrossInPart ?? false,
      isJudgedAgain: record.state === 'DONE' && record.rejudgeCause !== null,
      isUnderWork:
        beingRead.has(record.state) ||
        (record.state === 'DONE' && record.rejudgeCause !== null && !record.rejudgeCause.isStuck),
    }));
  return {
    files,
    told: telling.map(({ bankFileId, state, seq }) => ({ bankFileId, state, seq })),
    hasCome: telling.some(({ isNew }) => isNew),
    hasMore: found.length > toldAtOnce,
    otherOpen: Math.max(total - files.filter(({ isOpen }) => isOpen).length, 0),
  };
}
