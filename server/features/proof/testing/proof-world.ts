import { randomUUID } from 'node:crypto';
import * as contract from '@mizan/contract/proof.ts';
import type { SchemeTotals, SideTotals } from '@mizan/contract/terminal-link.ts';
import type { Scheme } from '@mizan/contract/transaction-states.ts';
import { expect } from 'vitest';
import { inTenant, platformRows } from '../../../platform/database/database.ts';
import type { BankWorld } from '../../reconciliation/testing/bank-world.ts';
import { applyReconResult } from '../../terminal-reconciliation/reconcile-order.service.ts';

/** The proof of a merchant of the bank world, held against itself: every gap is its causes, every cause its rows. */

export type ProofQuery = Partial<
  Pick<contract.Proof, 'currency'> & {
    day: string;
    month: string;
    branchId: string;
    bankId: string;
    by: contract.ProofBy;
  }
>;

async function askProof({ portal, token }: BankWorld, query: ProofQuery): Promise<contract.Proof> {
  const answer = await portal.call(contract.getProof, { query }, { token });
  expect([answer.statusCode, answer.statusCode === 200 ? null : answer.json()]).toEqual([200, null]);
  return answer.json<contract.Proof>();
}

type AskedRows = ProofQuery & { row?: string };

/** All pages of a cause. */
export const proofRowsOf = (world: BankWorld, query: AskedRows & { cause: contract.ProofCause }) =>
  pagesOf(world, contract.listProofRows, query);

/** All pages of a sum. */
const proofSumOf = (world: BankWorld, query: AskedRows & { sum: contract.ProofSum }) =>
  pagesOf(world, contract.listProofSum, query);

async function pagesOf(
  { portal, token }: BankWorld,
  route: typeof contract.listProofRows | typeof contract.listProofSum,
  query: object,
): Promise<contract.ProofListed[]> {
  const rows: contract.ProofListed[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await portal.call(
      route,
      { query: { ...query, limit: 3, ...(cursor !== undefined && { cursor }) } as never },
      { token },
    );
    expect([answer.statusCode, answer.statusCode === 200 ? null : answer.json()]).toEqual([200, null]);
    const page = answer.json<{ rows: contract.ProofListed[]; nextCursor: string | null }>();
    rows.push(...page.rows);
    if (page.nextCursor === null) return rows;
    cursor = page.nextCursor;
  }
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, each) => total + each, 0);

/** The levels beside each other, each with what lies between. */
function gapsOf({ host, terminals, transactions, lines, deposit, gaps }: contract.ProofFigures) {
  return [
    { gap: gaps.host, left: host, right: terminals },
    { gap: gaps.terminals, left: terminals, right: transactions },
    { gap: gaps.lines, left: transactions, right: lines },
    { gap: gaps.deposit, left: lines, right: deposit },
  ];
}

/** Every sum of a row opens rows that add up to it: of transactions and lines as many as it says. */
async function expectSumsToOpen(
  world: BankWorld,
  query: ProofQuery,
  figures: contract.ProofFigures & { key: string },
): Promise<void> {
  for (const sumName of contract.proofSums) {
    const rows = await proofSumOf(world, { ...query, sum: sumName, row: figures.key });
    const place = [figures.key, sumName];
    expect([...place, sum(rows.map((row) => row.amountMinor))]).toEqual([
      ...place,
      figures[sumName]?.amountMinor ?? 0,
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    if (sumName === 'transactions' || sumName === 'lines')
      expect([...place, rows.length]).toEqual([...place, figures[sumName].count]);
  }
}

/** Every gap of every row is its causes; with `rows`, every cause is its rows. */
export async function expectToClose(
  world: BankWorld,
  query: ProofQuery,
  withRows = true,
): Promise<contract.Proof> {
  const proof = await askProof(world, query);
  const all = [
    { key: 'all', ...proof.total },
    ...proof.rows.flatMap((row) => [row, ...row.below]),
  ] satisfies (contract.ProofFigures & { key: string })[];
  for (const figures of all) {
    if (withRows) await expectSumsToOpen(world, query, figures);
    for (const { gap, left, right } of gapsOf(figures)) {
      if (!gap || !left || !right) {
        expect(gap).toBeNull();
        continue;
      }
      expect([figures.key, gap.differenceMinor]).toEqual([figures.key, right.amountMinor - left.amountMinor]);
      expect(sum(gap.causes.map(({ amountMinor }) => amountMinor))).toBe(gap.differenceMinor);
      if (!withRows) continue;
      for (const { cause, amountMinor, count } of gap.causes) {
        const rows = await proofRowsOf(world, { ...query, cause, row: figures.key });
        expect([figures.key, cause, sum(rows.map((row) => row.amountMinor))]).toEqual([
          figures.key,
          cause,
          amountMinor,
        ]);
        if (cause !== 'CHANGED_SINCE') expect([cause, rows.length]).toEqual([cause, count]);
      }
    }
  }
  expectRowsToAddUp(proof);
  return proof;
}

/** Rows add up to the whole, and what is below a row to it. */
function expectRowsToAddUp(proof: contract.Proof): void {
  const levels = ['transactions', 'lines'] as const;
  for (const level of levels) {
    const of = (figures: readonly contract.ProofFigures[]) => [
      sum(figures.map((each) => each[level].amountMinor)),
      sum(figures.map((each) => each[level].count)),
    ];
    expect(of(proof.rows)).toEqual(of([proof.total]));
    for (const row of proof.rows) if (row.below.length > 0) expect(of(row.below)).toEqual(of([row]));
  }
  const terminals = (figures: readonly contract.ProofFigures[]) =>
    sum(figures.map((each) => each.terminals?.amountMinor ?? 0));
  expect(terminals(proof.rows)).toBe(terminals([proof.total]));
}

const nothing: SideTotals = { debitCount: 0, debitMinor: 0, creditCount: 0, creditMinor: 0 };

/**
 * A terminal reconciles at `at` (in Riyadh: '2026-11-17 23:55') and counts what the portal has of it, and what `more` says
 * beside that: purchases of Mada. Its host counts the same, and what `host` says beside it.
 */
export async function close(
  { portal, merchant }: BankWorld,
  terminal: number,
  at: string,
  more: { count: number; minor: number } = { count: 0, minor: 0 },
  host: { isBalanced?: boolean; moreCount?: number; moreMinor?: number } = {},
): Promise<void> {
  const place = merchant.terminals[terminal];
  if (!place) throw new Error('the merchant has no such terminal');
  const waiting = await platformRows<{ scheme: Scheme } & SideTotals>(
    portal.db,
    `SELECT scheme, count(*) FILTER (WHERE type = 'PURCHASE') AS "debitCount",
            coalesce(sum(amount_minor) FILTER (WHERE type = 'PURCHASE'), 0)::bigint AS "debitMinor",
            count(*) FILTER (WHERE type <> 'PURCHASE') AS "creditCount",
            coalesce(sum(amount_minor) FILTER (WHERE type <> 'PURCHASE'), 0)::bigint AS "creditMinor"
       FROM transactions
      WHERE merchant_id = $1 AND terminal_id = $2 AND status = 'APPROVED' AND terminal_reconciliation_id IS NULL
      GROUP BY scheme`,
    [merchant.merchantId, place.id],
  );
  const known = waiting.some(({ scheme }) => scheme === 'Mada')
    ? waiting
    : [...waiting, { scheme: 'Mada' as const, ...nothing }];
  const schemes: SchemeTotals[] = known.map(({ scheme, ...side }) => {
    const isMore = scheme === 'Mada';
    const said = {
      ...side,
      debitCount: side.debitCount + (isMore ? more.count : 0),
      debitMinor: side.debitMinor + (isMore ? more.minor : 0),
    };
    const other = {
      ...said,
      debitCount: said.debitCount + (isMore ? (host.moreCount ?? 0) : 0),
      debitMinor: said.debitMinor + (isMore ? (host.moreMinor ?? 0) : 0),
    };
    return { scheme, host: other, terminal: said };
  });
  const now = new Date(`${at.replace(' ', 'T')}:00+03:00`);
  const context = { merchantId: merchant.merchantId, terminalId: place.id, tid: place.tid, now };
  await inTenant(portal.db, merchant.merchantId, (tx) =>
    applyReconResult(
      tx,
      context as Parameters<typeof applyReconResult>[1],
      {
        reconciliationId: randomUUID(),
        actionCode: host.isBalanced === false || host.moreMinor !== undefined ? '501' : '500',
        schemes,
      } as Parameters<typeof applyReconResult>[2],
    ),
  );
}

/** What of a gap is what: the causes with their amounts. */
export const causesOf = (gap: contract.ProofGap | null): Record<string, number> =>
  Object.fromEntries((gap?.causes ?? []).map(({ cause, amountMinor }) => [cause, amountMinor]));
