import type { ExceptionBook } from '../reconciliation/exceptions.deps.ts';
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
    const areRules = exceptionCount > 0 && (await hasRules(tx));
    await keepExceptions(tx, file, !areRules);
    if (areRules) await ruleArisen(tx, merchantId, bankFileId, at);
    await settleCorrections(tx, [bankFileId, ...(await reopenBroken(tx, bankFileId, at))], at);
  },
  async withdrawn(tx, bankFileId, at) {
    await withdrawExceptions(tx, bankFileId, at);
    await settleCorrections(tx, await reopenBroken(tx, bankFileId, at), at);
  },
};
