import {
  getProof,
  listProofRows,
  listProofSum,
  type ProofCause,
  type ProofSum,
} from '@mizan/contract/proof.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listQuery, useList } from '../../platform/list.ts';
import { queryClient, routeQuery } from '../../platform/query-client.ts';
import { type AskedProof, readAsked } from './proof.search.ts';

/** A payment may be approved, a terminal reconcile, a file be judged or taken back. */
const live = ['TRX', 'PAY', 'FIL', 'REC'] as const;
const proofQuery = (query: AskedProof) => routeQuery(getProof, { query }, { live });

/** Asks for the proof while the screen's code is still on its way. */
export const askFirst = (raw: Record<string, unknown>): Promise<unknown> =>
  queryClient.prefetchQuery(proofQuery(readAsked(raw)));

/** What shows stays while other days are on their way. */
export const useProof = (query: AskedProof) =>
  useQuery({ ...proofQuery(query), placeholderData: keepPreviousData });

/** What the rows of the proof below its table are of. */
export type ProofPart = { cause: ProofCause } | { sum: ProofSum };

export const useProofRows = (asked: AskedProof & { row: string }, part: ProofPart) =>
  useList(
    'cause' in part
      ? listQuery(listProofRows, { query: { ...asked, ...part } }, { live })
      : listQuery(listProofSum, { query: { ...asked, ...part } }, { live }),
  );
