import * as contract from '@mizan/contract/files-letter.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { filesLetter, setFilesLetterRecipients, setFilesLetterTime } from './files-letter.service.ts';

/** The daily e-mail about the files of banks: when, to whom, and what became of it. */
export function registerFilesLetterRoutes(on: On, deps: { db: Database; clock: Clock }): void {
  on(contract.getFilesLetter, (call) => filesLetter(deps, memberOf(call)));
  on(contract.setFilesLetterTime, (call) => setFilesLetterTime(deps, memberOf(call), call.body.dailyTime));
  on(contract.setFilesLetterRecipients, (call) =>
    setFilesLetterRecipients(deps, memberOf(call), call.body.userIds),
  );
}
