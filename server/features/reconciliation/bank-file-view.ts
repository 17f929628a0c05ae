import type { BankFileEntry } from '@mizan/contract/bank-file-entry.ts';
import type { ConfirmedPart } from '@mizan/contract/bank-file-part.ts';
import { type LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type BankFileDetail, type BankFileRow, bankFileCan } from '@mizan/contract/reconciliation.ts';
import type { ReadingTrial } from './bank-file-work.queries.ts';
import type { BankFileRecord } from './bank-files.queries.ts';
import { groupOf } from './difference-group.ts';
import type { NamedEntry } from './earlier-files.ts';
import type { selectVerdicts } from './judged-again.queries.ts';
import type { KeptProposal } from './layout-proposal.ts';
import { isOpen, setRightOf, toClaimOf } from './open-differences.ts';

const isPartAsked = (proposal: KeptProposal | null): boolean =>
  proposal !== null && (proposal.partAsked ?? null) !== null && proposal.part === null;

/** A bank file as the list shows it. */
export function bankFileRowOf(record: BankFileRecord): BankFileRow {
  const { createdAt, finishedAt, summary, setRight: _s, isSettled: _i, ...rest } = record;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    exceptionCount: summary?.exceptionCount ?? 0,
    differences: (record.state === 'DONE' ? (summary?.currencies ?? []) : []).map(
      ({ currency, expectedMinor, bankMinor, differenceMinor }) => ({
        currency,
        expectedMinor,
        bankMinor,
        differenceMinor,
      }),
    ),
    toClaim: toClaimOf(record),
    asksPart: record.state === 'WAITING_LAYOUT' && isPartAsked(record.proposal),
    isOpen: isOpen(record),
  };
}

/** A bank file as its page shows it, with the verdicts that it had. */
export const bankFileDetailOf = (
  record: BankFileRecord,
  verdicts: Awaited<ReturnType<typeof selectVerdicts>>,
  parts: readonly ConfirmedPart[],
): BankFileDetail => ({
  ...bankFileRowOf(record),
  proposal: bankFileCan.confirmLayout(record.state) ? shownProposal(record.proposal) : null,
  trial: bankFileCan.confirmLayout(record.state) && record.trial ? shownTrial(record.trial) : null,
  parts: [...parts],
  result: record.state === 'DONE' ? record.summary : null,
  history: verdicts.map((each) => ({ ...each, at: each.at.toISOString() })),
  setRight: setRightOf(record),
  judgedAgainBecause: record.state === 'DONE' ? record.rejudgeCause : null,
});

/** What a file that waits since before readings were tried has not: its columns are tried once they are confirmed. */
const untried = {
  questions: [],
  chosen: {},
  rowsTried: 0,
  bankName: '',
  isRemembered: false,
  whole: null,
  reading: null,
  bank: null,
  part: null,
  partAsked: null,
  partChoices: [],
} satisfies Partial<LayoutProposal>;

/** A proposal without what only the portal needs of it. */
function shownProposal(proposal: KeptProposal | null): LayoutProposal | null {
  if (!proposal) return null;
  const {
    found: _found,
    zone: _zone,
    triedName: _name,
    readBy: _readBy,
    whole,
    ...shown
  } = { ...untried, ...proposal };
  // One of before files were judged on trial says nothing of what it would come to.
  return { ...shown, whole: whole?.atBest ? whole : null };
}

const shownTrial = ({ proposal }: ReadingTrial): BankFileDetail['trial'] => ({
  isRunning: proposal === undefined,
  proposal: shownProposal(proposal ?? null),
});

/** An entry as lists show it. */
export function entryOf({ line, detail, ...entry }: NamedEntry): BankFileEntry {
  return {
    ...entry,
    group: groupOf(entry.outcome, entry.differenceMinor),
    lines: line === null ? [] : [line, ...(detail?.lines ?? [])],
    params: detail?.params ?? {},
    candidates: detail?.candidates ?? [],
  };
}
