import * as contract from '@mizan/contract/merchants.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { approve, askForCorrection, type DecisionDeps, reject } from './decisions.service.ts';
import { handOutDocument, merchantDetail } from './review.service.ts';

/** Applications and what is decided of them, for administrators. */
export function registerReviewRoutes(on: On, deps: DecisionDeps): void {
  on(contract.getMerchant, ({ params }) => merchantDetail(deps.db, params.id));
  on(contract.getDocument, async ({ principal, params, reply }) => {
    const file = await handOutDocument(deps, principal, params.id);
    asDownload(reply, file);
    return file.content;
  });
  on(contract.approveMerchant, ({ principal, params }) => approve(deps, principal, params.id));
  on(contract.rejectMerchant, ({ principal, params, body }) =>
    reject(deps, principal, params.id, body.reason),
  );
  on(contract.askCorrection, ({ principal, params, body }) =>
    askForCorrection(deps, principal, params.id, body),
  );
}
