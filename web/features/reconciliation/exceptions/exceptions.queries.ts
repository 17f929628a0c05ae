import { getExceptionLimit } from '@mizan/contract/exception-limit.ts';
import { getException, listExceptions, sumExceptions } from '@mizan/contract/exceptions.ts';
import { previewHandMatch } from '@mizan/contract/hand-matches.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../platform/api-client.ts';
import { listQuery, useList } from '../../../platform/list.ts';
import { routeQuery } from '../../../platform/query-client.ts';
import type { ExceptionsSearch } from './exceptions.search.ts';

const live = ['FIL'] as const;

/** What may be other after somebody worked on an exception. */
export const changedByWork = [listExceptions, sumExceptions, getException, getExceptionLimit];

/** The filter of the address as the routes take it. */
export const filterOf = ({ outcome, bank, file, assignee, askedOf, group }: ExceptionsSearch) => ({
  outcome,
  bankId: bank,
  bankFileId: file,
  assignee,
  askedOf,
  group,
});

/** Exceptions, the oldest first, page by page. */
export const useExceptions = (search: ExceptionsSearch) =>
  useList(listQuery(listExceptions, { query: { state: search.state, ...filterOf(search) } }, { live }));

/** What exceptions of the same filter come to in each state, and what they can be narrowed by. */
export const useExceptionSums = (search: ExceptionsSearch) =>
  useQuery({
    ...routeQuery(sumExceptions, { query: filterOf(search) }, { live }),
    placeholderData: keepPreviousData,
  });

/** One exception, with what the limit of one person says of it. */
export const useException = (id: string) =>
  useQuery(routeQuery(getException, { params: { id } }, { live: [...live, 'SET'] }));

export interface Sides {
  bankFileId: string;
  lines: number[];
  transactionIds: string[];
}

/** Whether lines and payments may be joined, and how their fees compare; null where there is nothing to ask. */
export const useMatchPreview = (sides: Sides | null) =>
  useQuery({
    queryKey: [previewHandMatch.id, sides],
    queryFn: () =>
      call(previewHandMatch, {
        params: { id: sides?.bankFileId ?? '' },
        body: { lines: sides?.lines ?? [], transactionIds: sides?.transactionIds ?? [] },
      }),
    enabled: sides !== null,
  });
