import { getProof, listProofRows } from '@mizan/contract/proof.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { type ProofDeps, proofOf } from './proof.service.ts';
import { proofRows } from './proof-rows.service.ts';

/** What terminals counted, what was approved, what files say and what arrived, held against each other. */
export function registerProofRoutes(on: On, deps: ProofDeps): void {
  on(getProof, (call) => proofOf(deps, memberOf(call).merchantId, call.query));
  on(listProofRows, (call) => proofRows(deps, memberOf(call).merchantId, call.query));
}
