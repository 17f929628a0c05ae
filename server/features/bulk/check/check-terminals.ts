import { latinDigits } from '@mizan/contract/money.ts';
import { labelMax } from '@mizan/contract/terminal-manage.ts';
import { nearestOf, oneAfterAnother } from '../../filled-files/nearest.ts';
import { branchNamed, type FileBranches } from './check-branches.ts';
import type { FilePeople } from './check-people.ts';
import {
  type CheckedLine,
  checkedLine,
  type FileRow,
  type Judge,
  judgeOf,
  refuseStrangers,
} from './checked-line.ts';
import { type Known, type KnownTerminal, plain } from './known.ts';

const tidShape = /^\d{8,16}$/;

/** What a file says of terminals: the line of each number, and of each cashier who is named at one. */
export interface FileTerminals {
  lines: Map<string, number>;
  seats: Map<string, number>;
}

interface Around {
  known: Known;
  branches: FileBranches;
  people: FilePeople;
  seen: FileTerminals;
}

/** Kept as it was said when the terminal was added, also where it is out of use; another one is another terminal. */
function modelIn(judge: Judge, { known }: Around, before: KnownTerminal | undefined): string {
  const { cells, wrong } = judge;
  if (cells.model === undefined) {
    if (!before) wrong('model', 'missing');
    return before?.model ?? '';
  }
  const named = plain(cells.model);
  if (before && plain(before.model) === named) return before.model;
  const model = known.models.get(named);
  if (model === undefined)
    wrong('model', 'unknown', { nearest: nearestOf(cells.model, [...known.models.values()]) });
  else if (before) wrong('model', 'fixed', { nearest: before.model });
  return model ?? '';
}

/** With one bank alone there is nothing to choose. Which bank an existing terminal is with changes from a day on, elsewhere. */
function bankIn(judge: Judge, { known }: Around, before: KnownTerminal | undefined): string {
  const { cells, wrong } = judge;
  const [only, ...others] = known.banks;
  if (cells.bank === undefined) {
    if (before) return before.bankId ?? '';
    if (!only || others.length > 0) wrong('bank', 'missing');
    return only?.id ?? '';
  }
  const named = plain(cells.bank);
  const bank = known.banks.find(({ nameEn, nameAr }) => plain(nameEn) === named || plain(nameAr) === named);
  if (!bank) {
    const names = known.banks.flatMap(({ nameEn, nameAr }) => [nameEn, nameAr]);
    wrong('bank', 'unknown', { nearest: nearestOf(cells.bank, names) });
  } else if (before && (before.bankId ?? bank.id) !== bank.id) wrong('bank', 'fixed');
  return bank?.id ?? '';
}

function* cashiersOf({ people }: Known): Generator<string> {
  for (const { place, signInName } of people.values()) if (place === 'cashier') yield signInName;
}

/** A cashier of the same branch, as the file leaves them; each at one terminal of a file. */
function cashierIn(
  judge: Judge,
  { known, people, seen }: Around,
  branchCode: string | null,
  line: number,
): string | null {
  const { cells, wrong } = judge;
  if (cells.cashier === undefined) return null;
  const key = latinDigits(cells.cashier).toLowerCase();
  const registered = known.people.get(key);
  const isCashier = registered?.place === 'cashier';
  if (isCashier && !registered.isActive) {
    wrong('cashier', 'inactive');
    return null;
  }
  const inFile = people.cashiers.get(key);
  if (!inFile && people.lines.has(key)) {
    wrong('cashier', 'referenceRejected', { line: people.lines.get(key) ?? 0 });
    return null;
  }
  if (!inFile && !isCashier) {
    const names = oneAfterAnother(people.cashiers.keys(), cashiersOf(known));
    wrong('cashier', 'reference', { nearest: nearestOf(cells.cashier, names) });
    return null;
  }
  if (branchCode !== null && (inFile?.branchCode ?? registered?.branchCode) !== branchCode) {
    wrong('cashier', 'otherBranch', { nearest: inFile?.branchCode ?? registered?.branchCode ?? null });
  }
  const earlier = seen.seats.get(key);
  if (earlier !== undefined) wrong('cashier', 'seatTwice', { line: earlier });
  else seen.seats.set(key, line);
  return registered?.signInName ?? inFile?.username ?? null;
}

export function checkTerminal(row: FileRow, around: Around): CheckedLine {
  const { known, branches, seen } = around;
  const judge = judgeOf(row.cells);
  refuseStrangers(judge, 'terminal');
  const { cells, wrong } = judge;
  const tid = latinDigits(cells.terminalId ?? '');
  const before = known.terminals.get(tid);
  const earlier = seen.lines.get(tid);
  if (tid === '') wrong('terminalId', 'missing');
  else if (!tidShape.test(tid)) wrong('terminalId', 'shape');
  else if (earlier !== undefined) wrong('terminalId', 'twice', { line: earlier });
  else seen.lines.set(tid, row.line);
  if (before?.isRetired) wrong('terminalId', 'retired');
  if (!before && known.takenTids.has(tid)) wrong('terminalId', 'taken');
  if (!before && cells.branchCode === undefined) wrong('branchCode', 'missing');
  const branchCode =
    cells.branchCode === undefined ? (before?.branchCode ?? null) : branchNamed(judge, known, branches);
  const isElsewhere = branchCode !== null && branchCode !== before?.branchCode;
  if (isElsewhere && known.branches.get(branchCode)?.isOpen === false) wrong('branchCode', 'closedBranch');
  const model = modelIn(judge, around, before);
  const bankId = bankIn(judge, around, before);
  const label = cells.label ?? before?.label ?? null;
  if ((label ?? '').length > labelMax) wrong('label', 'tooLong');
  const cashier = cashierIn(judge, around, branchCode, row.line);
  // Whoever worked there stays with the old branch.
  const kept = before?.branchCode === branchCode ? (before?.cashier ?? '') : '';
  const named = cashier === null ? {} : { cashier };
  const wanted = branchCode === null ? null : { tid, model, bankId, label, branchCode, ...named };
  return checkedLine(row, 'terminal', judge, {
    names: { nameEn: tid, nameAr: tid, code: model || (cells.model ?? '') },
    wanted,
    targetId: before?.id ?? null,
    changes: [
      { field: 'label', was: before?.label ?? '', now: label ?? '' },
      { field: 'branchCode', was: before?.branchCode ?? '', now: branchCode ?? '' },
      { field: 'cashier', was: before?.cashier ?? '', now: cashier ?? kept },
    ],
  });
}
