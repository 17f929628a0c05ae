import { addDays, riyadhDay, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import type { Dashboard, getDashboard } from '@mizan/contract/dashboard.ts';
import { windowDays } from '@mizan/contract/page.ts';
import { readsBankFiles } from '@mizan/contract/rights.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { isCharge, movesMoney } from '@mizan/contract/transaction-types.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { openBankFiles } from '../reconciliation/open-files.service.ts';
import { dayWindow } from '../transactions/transaction-window.ts';
import { openQuestions } from '../transactions/transactions.service.ts';
import {
  type BarRow,
  type DashboardScope,
  type FigureRow,
  selectExpected,
  selectFigures,
  selectSales,
  selectSalesUntil,
  selectTaken,
  selectUnconfirmed,
} from './dashboard.queries.ts';
import { attentionFilesMax, attentionOf } from './dashboard-attention.ts';
import { barStarts, edgesOf, type Period, periodOf, startOfHour } from './dashboard-period.ts';
import {
  countTerminals,
  selectBranch,
  selectTerminals,
  type TerminalRow,
} from './dashboard-terminals.queries.ts';
import { nothingUnconfirmedBecause, unconfirmedParts } from './dashboard-unconfirmed.ts';

type Query = RouteInput<typeof getDashboard>['query'];

/** A dashboard opens on today. */
const unaskedDays = 1;

/**
 * The figures of a range of days. A merchant sees everything, a cashier their own. An administrator sees the
 * platform's totals, the one reading of merchants' rollups as the platform's role: sums alone, no terminal,
 * payment or file of anybody. Failures: 'notFound' for a branch that is not theirs to see, 'badRequest' for days
 * that are no window.
 */
export async function dashboardOf(
  db: Database,
  principal: Principal,
  query: Query,
  now: Date,
): Promise<Dashboard> {
  // Zeros would say that a branch sold nothing, to somebody who may not know that there is one.
  const isOwnBranch = query.branchId === undefined || query.branchId === principal.branchId;
  if (principal.role === 'CASHIER' && !isOwnBranch) throw notFound();
  const period = periodOf(dayWindow(query, unaskedDays, now), now);
  const scope: DashboardScope = {
    branchId: query.branchId ?? null,
    withFiles: readsBankFiles(principal.teamRole),
    own: principal.role === 'CASHIER' ? { userId: principal.userId, terminalId: principal.terminalId } : null,
  };
  const { merchantId } = principal;
  return merchantId === null
    ? inPlatform(db, (tx) => read(tx, scope, period, now, 'platform'))
    : inTenant(db, merchantId, (tx) => read(tx, scope, period, now, 'merchant'));
}

async function read(
  tx: Tx,
  scope: DashboardScope,
  period: Period,
  now: Date,
  of: 'merchant' | 'platform',
): Promise<Dashboard> {
  const { range, previous, barUnit } = period;
  const today = riyadhDay(now);
  const isPlatform = of === 'platform';
  // As many days as the list may show at once, so that it can show what is counted here.
  const byBankDays = !isPlatform && scope.own === null;
  const unconfirmedDays = { from: addDays(today, 1 - windowDays.max), to: today };
  // Asked for all at once: they leave in one write and are answered in turn.
  const [branch, figures, before, cut, unconfirmed, questions, terminals, platformCount, files] =
    await Promise.all([
      scope.branchId === null ? null : selectBranch(tx, scope.branchId),
      selectFigures(tx, scope, range, barUnit),
      selectSales(tx, scope, previous, barUnit),
      salesOfCutDay(tx, scope, period, isPlatform),
      byBankDays
        ? selectExpected(tx, scope, { since: unconfirmedDays.from, today })
        : selectUnconfirmed(tx, scope, unconfirmedDays.from),
      openQuestions(tx, scope),
      isPlatform ? [] : selectTerminals(tx, scope),
      isPlatform ? countTerminals(tx) : null,
      isPlatform || !scope.withFiles ? { files: [], total: 0 } : openBankFiles(tx, attentionFilesMax),
    ]);
  if (scope.branchId !== null && branch === null) throw notFound();
  const unconfirmedFrom = startOfRiyadhDay(unconfirmedDays.from);
  const unknown = questions.filter(
    ({ isUnknown, type, currency, createdAt }) =>
      isUnknown && isCharge({ type }) && currency === 'SAR' && createdAt >= unconfirmedFrom,
  );
  const open = unconfirmedParts([
    ...unconfirmed,
    {
      cause: 'OUTCOME_UNKNOWN',
      amountMinor: unknown.reduce((sum, q) => sum + q.amountMinor, 0),
      count: unknown.length,
    },
  ]);
  const asks = attentionOf(files, questions, terminals);
  return {
    ...range,
    currency: 'SAR',
    ...totalsOf(figures),
    previous: previousSales(before, period, cut, isPlatform),
    unconfirmed: {
      ...unconfirmedDays,
      ...open,
      byBankDays,
      days: windowDays.max,
      nothing:
        open.parts.length > 0
          ? null
          : nothingUnconfirmedBecause(await selectTaken(tx, scope, unconfirmedDays.from)),
    },
    bars: barsOf(barStarts(range, barUnit), figures),
    previousBars: barsOf(barStarts(previous, barUnit), before),
    barUnit,
    schemes: schemesOf(figures),
    terminals: { ...(platformCount ?? countConnected(terminals)), branches: branchesOf(terminals) },
    attention: isPlatform ? [] : asks.items,
    attentionCount: isPlatform ? 0 : asks.count,
    asOf: now.toISOString(),
  };
}

/** While the range still runs, the previous one is read up to the same moment: this is its last, partial day. */
const salesOfCutDay = async (tx: Tx, scope: DashboardScope, { previousCut }: Period, isPlatform: boolean) =>
  previousCut === null
    ? { amountMinor: 0, count: 0 }
    : selectSalesUntil(tx, scope, startOfRiyadhDay(riyadhDay(previousCut)), previousCut, isPlatform);

/** The sales of the range before, and until when they were counted: the platform counts whole hours. */
function previousSales(
  before: readonly BarRow[],
  { previous, previousCut }: Period,
  cut: { amountMinor: number; count: number },
  isPlatform: boolean,
): Dashboard['previous'] {
  const until = previousCut === null ? edgesOf(previous).before : startOfRiyadhDay(riyadhDay(previousCut));
  const whole = before.filter((row) => row.bar < until);
  const counted = previousCut && isPlatform ? startOfHour(previousCut) : previousCut;
  return {
    ...previous,
    until: counted?.toISOString() ?? null,
    salesMinor: whole.reduce((sum, row) => sum + row.amountMinor, cut.amountMinor),
    salesCount: whole.reduce((sum, row) => sum + row.count, cut.count),
  };
}

/** The figures over the whole window; the rows of single bars are left out. */
function totalsOf(figures: readonly FigureRow[]) {
  const sums = {
    salesMinor: 0,
    salesCount: 0,
    attemptCount: 0,
    refundedMinor: 0,
    refundedCount: 0,
    feeMinor: 0,
    vatMinor: 0,
  };
  for (const row of figures) {
    if (row.bar !== null || !movesMoney(row)) continue;
    const isSale = isCharge(row);
    if (isSale && row.status !== 'INITIALIZED') sums.attemptCount += row.count;
    if (row.status !== 'APPROVED') continue;
    sums.feeMinor += row.feeMinor;
    sums.vatMinor += row.vatMinor;
    sums[isSale ? 'salesMinor' : 'refundedMinor'] += row.amountMinor;
    sums[isSale ? 'salesCount' : 'refundedCount'] += row.count;
  }
  return {
    ...sums,
    approvalRateBps:
      sums.attemptCount === 0 ? null : Math.round((sums.salesCount * 10_000) / sums.attemptCount),
    netMinor: sums.salesMinor - sums.refundedMinor - sums.feeMinor - sums.vatMinor,
  };
}

function barsOf(
  starts: readonly Date[],
  rows: readonly { bar: Date | null; count: number; amountMinor: number }[],
): Dashboard['bars'] {
  const byStart = new Map<number, { salesMinor: number; count: number }>();
  for (const { bar, amountMinor, count } of rows) {
    if (bar === null) continue;
    const sums = byStart.get(bar.getTime()) ?? { salesMinor: 0, count: 0 };
    sums.salesMinor += amountMinor;
    sums.count += count;
    byStart.set(bar.getTime(), sums);
  }
  return starts.map((start) => ({
    at: start.toISOString(),
    ...(byStart.get(start.getTime()) ?? { salesMinor: 0, count: 0 }),
  }));
}

/** The schemes that were tried, in the order of the contract. A card that was never read has none. */
function schemesOf(figures: readonly FigureRow[]): Dashboard['schemes'] {
  return schemes.flatMap((scheme) => {
    const rows = figures.filter((row) => row.scheme === scheme && isCharge(row));
    const ended = rows.filter((row) => row.status !== 'INITIALIZED');
    const approved = ended.filter((row) => row.status === 'APPROVED');
    const attemptCount = ended.reduce((sum, row) => sum + row.count, 0);
    if (attemptCount === 0) return [];
    const count = approved.reduce((sum, row) => sum + row.count, 0);
    const salesMinor = approved.reduce((sum, row) => sum + row.amountMinor, 0);
    return [{ scheme, salesMinor, count, attemptCount, approvedCount: count }];
  });
}

const countConnected = (terminals: readonly TerminalRow[]) => ({
  connected: terminals.filter((terminal) => terminal.connection === 'CONNECTED').length,
  total: terminals.length,
});

function branchesOf(terminals: readonly TerminalRow[]): Dashboard['terminals']['branches'] {
  const byBranch = Map.groupBy(terminals, (terminal) => terminal.branchId);
  return [...byBranch].map(([branchId, [first, ...others]]) => ({
    branchId,
    nameEn: first?.nameEn ?? '',
    nameAr: first?.nameAr ?? '',
    terminals: [...(first ? [first] : []), ...others].map((terminal) => ({
      id: terminal.id,
      tid: terminal.tid,
      connection: terminal.connection,
      batteryPercent: terminal.batteryPercent,
      lastSeenAt: terminal.lastSeenAt?.toISOString() ?? null,
    })),
  }));
}
