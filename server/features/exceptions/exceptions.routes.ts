import { getAskedOfMe as askedRoute } from '@mizan/contract/asked-of-me.ts';
import * as limit from '@mizan/contract/exception-limit.ts';
import * as rules from '@mizan/contract/exception-rules.ts';
import * as exceptions from '@mizan/contract/exceptions.ts';
import { workTogether as togetherRoute } from '@mizan/contract/exceptions-together.ts';
import * as byHand from '@mizan/contract/hand-matches.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
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
import {
  findOpenLines,
  type HandMatchDeps,
  makeHandMatch,
  previewHandMatch,
  undoHandMatch,
} from './hand-matches.service.ts';
import { applyRules, getRulesEffect } from './ruled-exceptions.ts';

/** Exceptions, what people do with them, and rules for them (contract/exceptions.ts). */
export function registerExceptionsRoutes(on: On, deps: HandMatchDeps): void {
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
  on(byHand.findOpenLines, (call) => findOpenLines(deps, memberOf(call), call.params.id, call.query));
  on(byHand.previewHandMatch, (call) => previewHandMatch(deps, memberOf(call), call.params.id, call.body));
  on(byHand.makeHandMatch, (call) => makeHandMatch(deps, memberOf(call), call.params.id, call.body));
  on(byHand.undoHandMatch, (call) => undoHandMatch(deps, memberOf(call), call.params.id));
  on(rules.listRules, (call) => listRules(deps, memberOf(call)));
  on(rules.makeRule, (call) => makeRule(deps, memberOf(call), call.body));
  on(rules.orderRules, (call) => orderRules(deps, memberOf(call), call.body));
  on(rules.changeRule, (call) => changeRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.previewRule, (call) => previewRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.switchRule, (call) => switchRule(deps, memberOf(call), call.params.id, call.body));
  on(rules.getRulesEffect, (call) => getRulesEffect(deps, memberOf(call)));
  on(rules.applyRules, (call) => applyRules(deps, memberOf(call)));
}
