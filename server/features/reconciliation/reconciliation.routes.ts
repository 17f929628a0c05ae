import type { Readable } from 'node:stream';
import { getAskedOfMe as askedRoute } from '@mizan/contract/asked-of-me.ts';
import * as exceptions from '@mizan/contract/bank-exceptions.ts';
import { removePart as removePartRoute } from '@mizan/contract/bank-file-part.ts';
import { listCountedLines as countedRoute } from '@mizan/contract/counted-lines.ts';
import * as earlier from '@mizan/contract/earlier-files.ts';
import * as limit from '@mizan/contract/exception-limit.ts';
import * as rules from '@mizan/contract/exception-rules.ts';
import { workTogether as togetherRoute } from '@mizan/contract/exceptions-together.ts';
import * as byHand from '@mizan/contract/hand-matches.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import * as watched from '@mizan/contract/watched-folder.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { callerGone } from '../../platform/http/caller-gone.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { removePart } from './confirmed-parts.ts';
import { listCountedLines } from './counted-lines.service.ts';
import { answerLines, getEarlierFiles, replaceFile } from './earlier-files.service.ts';
import { entriesTable } from './entries-export.ts';
import {
  changeRule,
  listRules,
  makeRule,
  orderRules,
  previewRule,
  switchRule,
} from './exception-rules.service.ts';
import {
  acceptException,
  assignException,
  commentException,
  decideAcceptance,
  getExceptionLimit,
  reopenException,
  setExceptionLimit,
} from './exception-steps.service.ts';
import { getAskedOfMe, getException, listExceptions, sumExceptions } from './exceptions.service.ts';
import { workTogether } from './exceptions-together.service.ts';
import { makeHandMatch, previewHandMatch, undoHandMatch } from './hand-matches.service.ts';
import { confirmLayout } from './layout.service.ts';
import {
  getBankFile,
  listBankFiles,
  listEntries,
  listRejectedLines,
  type ReconciliationDeps,
  undoBankFile,
  uploadBankFile,
} from './reconciliation.service.ts';
import { applyRules, getRulesEffect } from './ruled-exceptions.ts';
import { getWatchedFolder, setWatchedFolder } from './watched-folder.service.ts';

/** The routes of bank files (contract/reconciliation.ts). */
export function registerReconciliationRoutes(on: On, deps: ReconciliationDeps): void {
  on(rules.listRules, (call) => listRules(deps, memberOf(call)));
  on(rules.makeRule, (call) => makeRule(deps, memberOf(call), call.body));
  on(rules.orderRules, (call) => orderRules(deps, memberOf(call), call.body));
  on(rules.changeRule, (call) => changeRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.previewRule, (call) => previewRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.switchRule, (call) => switchRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.getRulesEffect, (call) => getRulesEffect(deps, memberOf(call)));
  on(rules.applyRules, (call) => applyRules(deps, memberOf(call)));
  on(contract.uploadBankFile, (call) =>
    uploadBankFile(deps, memberOf(call), {
      fileName: call.query.fileName,
      declaredBytes: call.query.sizeBytes,
      body: call.body as Readable,
    }),
  );
  on(contract.listBankFiles, (call) => listBankFiles(deps, memberOf(call), call.query));
  on(contract.getBankFile, (call) => getBankFile(deps, memberOf(call), call.params.id));
  on(contract.confirmLayout, (call) => confirmLayout(deps, memberOf(call), call.params.id, call.body));
  on(contract.listEntries, (call) => listEntries(deps, memberOf(call), call.params.id, call.query));
  on(contract.listRejectedLines, (call) =>
    listRejectedLines(deps, memberOf(call), call.params.id, call.query),
  );
  on(countedRoute, (call) =>
    listCountedLines(deps, memberOf(call), call.params.id, call.query, callerGone(call.reply)),
  );
  on(contract.exportEntries, async (call) => {
    const { format, lang, outcome } = call.query;
    const member = memberOf(call);
    const reader = { ...(await ownPreferences(deps, member)), language: lang };
    const table = await entriesTable(
      deps,
      member.merchantId,
      { bankFileId: call.params.id, outcome },
      reader,
    );
    const file = exportFile(table, format, table.fileTitle);
    asDownload(call.reply, file);
    return file.content;
  });
  on(removePartRoute, (call) => removePart(deps, memberOf(call), call.params.id));
  on(earlier.getEarlierFiles, (call) => getEarlierFiles(deps, memberOf(call), call.params.id));
  on(earlier.answerLines, (call) => answerLines(deps, memberOf(call), call.params.id, call.body));
  on(earlier.replaceFile, (call) =>
    replaceFile(deps, memberOf(call), call.params.id, call.body.earlierFileId),
  );
  registerExceptions(on, deps);
  on(watched.getWatchedFolder, (call) => getWatchedFolder(deps, memberOf(call)));
  on(watched.setWatchedFolder, (call) => setWatchedFolder(deps, memberOf(call), call.body.isOn));
  on(contract.undoBankFile, (call) => undoBankFile(deps, memberOf(call), call.params.id));
}

/** Exceptions, and what people do with them. */
function registerExceptions(on: On, deps: ReconciliationDeps): void {
  on(exceptions.listExceptions, (call) => listExceptions(deps, memberOf(call), call.query));
  on(exceptions.sumExceptions, (call) => sumExceptions(deps, memberOf(call), call.query));
  on(askedRoute, (call) => getAskedOfMe(deps, memberOf(call)));
  on(exceptions.getException, (call) => getException(deps, memberOf(call), call.params.id));
  on(exceptions.assignException, (call) => assignException(deps, memberOf(call), call.params.id, call.body));
  on(exceptions.commentException, (call) =>
    commentException(deps, memberOf(call), call.params.id, call.body),
  );
  on(exceptions.acceptException, (call) => acceptException(deps, memberOf(call), call.params.id, call.body));
  on(exceptions.decideAcceptance, (call) =>
    decideAcceptance(deps, memberOf(call), call.params.id, call.body),
  );
  on(exceptions.reopenException, (call) => reopenException(deps, memberOf(call), call.params.id, call.body));
  on(togetherRoute, (call) => workTogether(deps, memberOf(call), call.body));
  on(limit.getExceptionLimit, (call) => getExceptionLimit(deps, memberOf(call)));
  on(limit.setExceptionLimit, (call) => setExceptionLimit(deps, memberOf(call), call.body.limitMinor));
  on(byHand.previewHandMatch, (call) => previewHandMatch(deps, memberOf(call), call.params.id, call.body));
  on(byHand.makeHandMatch, (call) => makeHandMatch(deps, memberOf(call), call.params.id, call.body));
  on(byHand.undoHandMatch, (call) => undoHandMatch(deps, memberOf(call), call.params.id));
}
