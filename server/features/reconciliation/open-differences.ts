import type { Claim } from '@mizan/contract/claim.ts';
import type { BankFileResult, BankFileState } from '@mizan/contract/reconciliation.ts';
import { type AbsentKind, quietOutcomes, type Verdict } from '@mizan/contract/reconciliation-terms.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  lockTouched,
  type SettledPart,
  saveSettled,
  selectBrought,
  type TouchedBankFile,
} from './open-differences.queries.ts';

/** Of a bank file, what says whether it still asks for a person. */
interface Judged {
  state: BankFileState;
  verdict: Verdict | null;
  summary: BankFileResult | null;
  linesRejected: number;
  settled: SettledPart[];
  settledAt: Date | null;
}

/** A file asks for a person while its columns wait, and while something that it left open is not settled. */
export const isOpen = ({ state, verdict, settledAt }: Judged): boolean =>
  state === 'WAITING_LAYOUT' || (state === 'DONE' && verdict !== 'BALANCED' && settledAt === null);

/** What is to be asked for: as judged, less the payments that later files brought. */
export function toClaimOf({ state, summary, settled }: Judged): Claim[] {
  if (state !== 'DONE' || !summary) return [];
  return summary.currencies.map(({ currency, groups }) => {
    const brought = settled.find((part) => part.currency === currency);
    return { currency, amountMinor: -groups.toClaim - (brought?.minor ?? 0) };
  });
}

/** What a file states or holds itself, and no other file can bring. */
const ofTheFileAlone: readonly AbsentKind[] = [
  'linesOfTotal',
  'countOfTotal',
  'linesOfPayout',
  'rejectedLines',
];

/** What a later file can settle: a payment that was not in this one. */
const settles = 'missingInBank';

/**
 * Whether later files brought everything that a file left open. What only a person or the bank can settle keeps it
 * open: a wrong amount or fee, a line without a payment, a line that could not be read, a total that its lines do
 * not reach.
 */
function isSettled({
  summary,
  linesRejected,
  settled,
}: Pick<Judged, 'summary' | 'linesRejected' | 'settled'>) {
  if (!summary || linesRejected > 0) return false;
  if (summary.absent.some(({ kind }) => ofTheFileAlone.includes(kind))) return false;
  const others = summary.outcomes.some(
    ({ outcome }) => outcome !== settles && !quietOutcomes.includes(outcome),
  );
  const missing = summary.outcomes.filter(({ outcome }) => outcome === settles);
  const broughtCount = settled.reduce((sum, part) => sum + part.count, 0);
  return !others && broughtCount > 0 && broughtCount === missing.reduce((sum, { count }) => sum + count, 0);
}

/**
 * Does what ends or undoes a bank file, and tells anew what is open of the files that lack a payment which this one
 * holds: in the same transaction, so that no file leaves the list by a claim that is not there.
 */
export async function resettle<T>(
  tx: Tx,
  bankFileId: string,
  at: Date,
  change: () => Promise<T>,
): Promise<T> {
  const touched = await lockTouched(tx, bankFileId);
  const changed = await change();
  if (touched.length === 0) return changed;
  const brought = await selectBrought(
    tx,
    touched.map(({ id }) => id),
  );
  for (const each of touched) await settleOne(tx, each, brought.get(each.id) ?? [], at);
  return changed;
}

async function settleOne(tx: Tx, touched: TouchedBankFile, settled: SettledPart[], at: Date): Promise<void> {
  await saveSettled(tx, touched.id, settled, isSettled({ ...touched, settled }) ? at : null);
}
