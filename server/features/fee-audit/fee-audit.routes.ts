import { getFeeAudit, listAuditLines, listAuditSumLines } from '@mizan/contract/fee-audit.ts';
import * as claims from '@mizan/contract/fee-claims.ts';
import * as missing from '@mizan/contract/missing-claims.ts';
import * as rents from '@mizan/contract/rents.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { feeAudit } from './audit.service.ts';
import { auditLines, auditSumLines } from './audit-lines.service.ts';
import { claimPack } from './claim-pack.ts';
import type { ClaimsDeps } from './claim-record.service.ts';
import {
  answerClaim,
  getClaim,
  listClaims,
  makeClaim,
  previewClaim,
  sendClaim,
  withdrawClaim,
} from './claims.service.ts';
import { makeMissing, previewMissing } from './missing-claims.service.ts';
import { makeRentClaim } from './rent-claims.service.ts';
import { addRent, listRents, rentAudit } from './rents.service.ts';

/** What banks took against what was agreed, and what is claimed of it. */
export function registerFeeAuditRoutes(on: On, deps: ClaimsDeps): void {
  const { db } = deps;
  on(getFeeAudit, (call) => feeAudit(db, memberOf(call), call.query));
  on(listAuditLines, (call) => auditLines(db, memberOf(call), call.query));
  on(listAuditSumLines, (call) => auditSumLines(db, memberOf(call), call.query));
  on(rents.listRents, (call) => listRents(deps, memberOf(call)));
  on(rents.addRent, (call) => addRent(deps, memberOf(call), call.body));
  on(rents.getRentAudit, (call) => rentAudit(db, memberOf(call), call.query));
  on(rents.makeRentClaim, (call) => makeRentClaim(deps, memberOf(call), call.body));
  on(claims.previewFeeClaim, (call) => previewClaim(deps, memberOf(call), call.query));
  on(claims.listFeeClaims, (call) => listClaims(deps, memberOf(call), call.query));
  on(claims.getFeeClaim, (call) => getClaim(deps, memberOf(call), call.params.id, call.query));
  on(claims.makeFeeClaim, (call) => makeClaim(deps, memberOf(call), call.body));
  on(claims.sendFeeClaim, (call) => sendClaim(deps, memberOf(call), call.params.id, call.body));
  on(claims.answerFeeClaim, (call) => answerClaim(deps, memberOf(call), call.params.id, call.body));
  on(claims.withdrawFeeClaim, (call) => withdrawClaim(deps, memberOf(call), call.params.id));
  on(missing.previewMissingClaim, (call) => previewMissing(deps, memberOf(call), call.query));
  on(missing.makeMissingClaim, (call) => makeMissing(deps, memberOf(call), call.body));
  on(claims.packFeeClaim, async (call) => {
    const file = await claimPack(db, memberOf(call), call.params.id, call.query);
    asDownload(call.reply, file);
    return file.content;
  });
}
