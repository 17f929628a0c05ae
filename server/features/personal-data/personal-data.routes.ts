import * as contract from '@mizan/contract/personal-data.ts';
import type { Keeping } from '../../platform/housekeeping/retention.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import {
  answerRequest,
  askPersonalData,
  type PersonalDataDeps,
  personalDataOf,
  requestsFor,
  takePersonalData,
} from './personal-data.service.ts';
import { withdrawRequest } from './personal-withdrawal.service.ts';

export function registerPersonalDataRoutes(on: On, deps: PersonalDataDeps & Keeping): void {
  on(contract.getPersonalData, ({ principal }) => personalDataOf(deps, principal));
  on(contract.takePersonalData, async ({ principal, query, reply }) => {
    const file = await takePersonalData(deps, principal, query.format);
    asDownload(reply, file);
    return file.content;
  });
  on(contract.askPersonalData, ({ principal, body }) => askPersonalData(deps, principal, body));
  on(contract.withdrawPersonalRequest, ({ principal, params }) =>
    withdrawRequest(deps, principal, params.id),
  );
  on(contract.listPersonalRequests, ({ principal }) => requestsFor(deps, principal));
  on(contract.answerPersonalRequest, ({ principal, params, body }) =>
    answerRequest(deps, principal, params.id, body),
  );
}
