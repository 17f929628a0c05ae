import type { Tx } from '../../platform/database/database.ts';
import { type BankFileRecord, selectBankFile } from './bank-files.queries.ts';
import { type NamedEntry, nameEarlierFiles } from './earlier-files.ts';
import { type EntryRecord, selectEntries } from './entries.queries.ts';

/** What other features are told of a verdict, and how they have one found anew. */

export { selectRunningBankFile as runningBankFile } from './bank-files.queries.ts';
export { markOne as judgeAgain, takeUndoTurn } from './judged-again.queries.ts';
export type { BankFileRecord, EntryRecord };

/** The entry of a verdict by its number, with the line of another file that it speaks of. */
export async function entryAt(tx: Tx, bankFileId: string, seq: number): Promise<NamedEntry | null> {
  const found = await selectEntries(tx, bankFileId, { after: seq - 1, upTo: seq, limit: 1 });
  return (await nameEarlierFiles(tx, found))[0] ?? null;
}

/** Whether the verdict of a file is about to be found anew; false where something keeps it from that. */
export async function isToBeJudgedAgain(tx: Tx, bankFileId: string): Promise<boolean> {
  const cause = (await selectBankFile(tx, bankFileId))?.rejudgeCause;
  return cause ? cause.isStuck !== true : false;
}
