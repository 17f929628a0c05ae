import type { Tx } from '../../platform/database/database.ts';
import type { ExceptionBook } from '../reconciliation/exceptions.deps.ts';
import { selectOtherwiseSaid } from './corrected-lines.queries.ts';
import { settleCorrections } from './corrected-lines.service.ts';
import { keepExceptions, withdrawExceptions } from './exceptions.queries.ts';
import { keepWhatHolds, selectStandingMatches } from './hand-matches.queries.ts';
import { hasRules, ruleArisen } from './ruled-exceptions.ts';
import { reopenBroken } from './settled-chargebacks.service.ts';

/** What exceptions do when a bank file is judged or taken back. */
export const exceptionBook: ExceptionBook = {
  matchesOf: selectStandingMatches,
  async judged(tx, file) {
    const { merchantId, bankFileId, exceptionCount, heldMatches, at } = file;
    await keepWhatHolds(tx, bankFileId, heldMatches);
    const saidBefore = await otherwiseSaid(tx, [bankFileId]);
    const areRules = exceptionCount > 0 && (await hasRules(tx));
    await keepExceptions(tx, file, !areRules);
    if (areRules) await ruleArisen(tx, merchantId, bankFileId, at);
    const files = [bankFileId, ...(await reopenBroken(tx, bankFileId, at))];
    await settleCorrections(tx, files, at);
    return [...new Set([...saidBefore, ...(await otherwiseSaid(tx, files))])];
  },
  async withdrawn(tx, bankFileId, at) {
    await withdrawExceptions(tx, bankFileId, at);
    const opened = await reopenBroken(tx, bankFileId, at);
    await settleCorrections(tx, opened, at);
    return otherwiseSaid(tx, [bankFileId, ...opened]);
  },
};

const otherwiseSaid = async (tx: Tx, bankFileIds: readonly string[]): Promise<string[]> =>
  (await selectOtherwiseSaid(tx, bankFileIds)).map(({ id }) => id);
