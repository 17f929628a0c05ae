import { listBranches } from '@mizan/contract/management.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { listPeople } from '@mizan/contract/people.ts';
import { listBankFiles } from '@mizan/contract/reconciliation.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { listTerminals } from '@mizan/contract/terminals.ts';
import { listTransactions, transactionTotals } from '@mizan/contract/transactions.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';
import { foundTerminals, wordsOf } from './palette-find.ts';

/** So many of a kind are asked for; what there is beyond them its own screen shows. */
export const foundMax = 20;

type FoundPeople = RouteOutput<typeof listPeople>;
/** Those of a name and those of a branch, each once. */
function together(
  named: FoundPeople | undefined,
  staff: FoundPeople | undefined,
): Pick<FoundPeople, 'rows' | 'total'> | undefined {
  if (!named || !staff) return named ?? staff;
  const others = staff.rows.filter(({ id }) => named.rows.every((each) => each.id !== id));
  const rows = [...named.rows, ...others];
  return { rows: rows.slice(0, foundMax), total: Math.max(rows.length, named.total, staff.total) };
}

/**
 * What the portal finds for a text, of the kinds alone that whoever asks has the right to. What was found for the text
 * before stands until all of it is there, which `isSettled` says.
 */
export function useFound(text: string) {
  const asks = text !== '';
  const mayPeople = useMay(listPeople);
  const mayFiles = useMay(listBankFiles);
  const mayTerminals = useMay(listTerminals);
  const query = { search: text, limit: foundMax };
  const keep = { placeholderData: keepPreviousData };
  const branches = useQuery({
    ...routeQuery(listBranches, { query }, { live: ['TCO', 'TDI', 'PAY'] }),
    ...keep,
    enabled: asks && mayPeople,
  });
  const people = useQuery({
    ...routeQuery(listPeople, { query }),
    ...keep,
    enabled: asks && mayPeople,
  });
  // Whoever works at a branch is found by its name, as its terminals are.
  const branchId = branches.data?.rows.map(({ id }) => id) ?? [];
  const staff = useQuery({
    ...routeQuery(listPeople, { query: { branchId, limit: foundMax } }),
    ...keep,
    enabled: asks && mayPeople && branchId.length > 0,
  });
  const terminals = useQuery({
    ...routeQuery(listTerminals, {}, { live: ['TCO', 'TDI', 'TRX', 'PAY', 'SET'] }),
    enabled: asks && mayTerminals,
  });
  const transactions = useQuery({
    ...routeQuery(listTransactions, { query }, { live: ['TRX', 'PAY'] }),
    ...keep,
    enabled: asks,
  });
  const totals = useQuery({
    ...routeQuery(transactionTotals, { query: { search: text } }, { live: ['TRX', 'PAY'] }),
    ...keep,
    enabled: asks,
  });
  const bankFiles = useQuery({
    ...routeQuery(listBankFiles, { query }),
    ...keep,
    enabled: asks && mayFiles,
  });
  const all = [branches, people, staff, terminals, transactions, totals, bankFiles];
  const words = wordsOf(text);
  return {
    branches: asks ? branches.data : undefined,
    people: asks ? together(people.data, branchId.length > 0 ? staff.data : undefined) : undefined,
    terminals: asks && terminals.data ? foundTerminals(terminals.data.rows, words) : undefined,
    /** The portal's clock, for the age of heartbeats. */
    now: terminals.data?.now,
    transactions: asks ? transactions.data?.rows : undefined,
    transactionCount: asks ? totals.data : undefined,
    bankFiles: asks ? bankFiles.data : undefined,
    may: { people: mayPeople, bankFiles: mayFiles, terminals: mayTerminals },
    isSettled: all.every((each) => !each.isLoading && !each.isPlaceholderData),
    /** Some of it could not be asked for. */
    isPartial: asks && all.some((each) => each.isError),
  };
}
export type Found = ReturnType<typeof useFound>;

/** How many payments a branch or a terminal took in the days that the list shows unasked. */
export const useTaken = (of: { branchId: string[] } | { terminalId: string[] } | null) =>
  useQuery({
    ...routeQuery(transactionTotals, { query: of ?? {} }, { live: ['TRX', 'PAY'] }),
    enabled: of !== null,
  }).data?.count;
export const takenDays = windowDays.default;
