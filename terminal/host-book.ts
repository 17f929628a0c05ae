import type { SchemeTotals, SideTotals } from '@mizan/contract/terminal-link.ts';
import { schemes } from '@mizan/contract/transaction-states.ts';
import { isCharge, movesMoney } from '@mizan/contract/transaction-types.ts';
import { bankApproves, isApproved, schemeOf } from './bank.ts';
import type { Remembered } from './journal.ts';

/** What a reconciliation holds against each other: per scheme, and which payments each side has counted in it. */
export interface BothBooks {
  readonly schemes: SchemeTotals[];
  readonly countedByHost: string[];
  readonly countedHere: string[];
}

const voided = '12';
const emptySide = (): SideTotals => ({ debitCount: 0, debitMinor: 0, creditCount: 0, creditMinor: 0 });

/** The host books what reached it and was not taken back, whatever the terminal heard of it. */
const hostHas = ({ started, online, results }: Remembered): boolean =>
  online && bankApproves(started) && results.at(-1)?.providerCode !== voided;

const terminalHas = ({ results }: Remembered): boolean => {
  const last = results.at(-1);
  return last !== undefined && isApproved([last.providerCode, last.actionCode]);
};

function add(side: SideTotals, { started, results }: Remembered): void {
  const amountMinor = results.at(-1)?.amountMinor ?? started.amountMinor;
  const what = isCharge({ type: started.kind }) ? 'debit' : 'credit';
  side[`${what}Count`] += 1;
  side[`${what}Minor`] += amountMinor;
}

/** The totals of both sides, upon those of `before`, since the last reconciliation; payments of `forgotten` are lost to the terminal. */
export function bothBooks(
  payments: ReadonlyMap<string, Remembered>,
  forgotten: ReadonlySet<string>,
  before: readonly SchemeTotals[] = [],
): BothBooks {
  const rows = new Map<string, SchemeTotals>(
    before.map(({ scheme, host, terminal }) => [
      scheme,
      { scheme, host: { ...host }, terminal: { ...terminal } },
    ]),
  );
  const countedByHost: string[] = [];
  const countedHere: string[] = [];
  for (const [paymentId, known] of payments) {
    const atHost = !known.countedByHost && hostHas(known);
    const here = !known.countedHere && !forgotten.has(paymentId) && terminalHas(known);
    if ((!atHost && !here) || !movesMoney({ type: known.started.kind })) continue;
    const scheme = schemeOf(known.started);
    const row = rows.get(scheme) ?? { scheme, host: emptySide(), terminal: emptySide() };
    rows.set(scheme, row);
    if (atHost) {
      add(row.host, known);
      countedByHost.push(paymentId);
    }
    if (here) {
      add(row.terminal, known);
      countedHere.push(paymentId);
    }
  }
  const inOrder = schemes.flatMap((scheme) => rows.get(scheme) ?? []);
  return { schemes: inOrder, countedByHost, countedHere };
}
