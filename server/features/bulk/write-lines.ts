import type { Tx } from '../../platform/database/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { giveAccessLink } from '../auth/access-links.service.ts';
import { placeTerminals } from '../banks/banks.service.ts';
import { addBranches, branchOf } from '../branches/branches.service.ts';
import { changeBranchIn } from '../management/branch-change.service.ts';
import { changePersonIn } from '../management/people-change.service.ts';
import { modelsNamed } from '../models/offered.service.ts';
import { assignTerminalIn } from '../terminals/manage.service.ts';
import { addTerminals, moveCashiers } from '../terminals/many-terminals.service.ts';
import { addPeople } from '../users/users.service.ts';
import type { BulkDeps } from './bulk.deps.ts';
import type { LineToWrite, WrittenLine } from './bulk-runs.queries.ts';
import type { WantedBranch, WantedPerson, WantedTerminal } from './check/checked-line.ts';
import {
  type BranchNow,
  selectBranchIds,
  selectCashierIds,
  selectPersonNow,
  selectTerminalNow,
} from './known.queries.ts';
import { type MovedSeat, selectSeats } from './seats.queries.ts';

/** Lines as the rows that they name. What is new goes in by a few statements, what changes by the services of the screens. */

interface Writing {
  tx: Tx;
  deps: BulkDeps;
  member: Member;
  at: Date;
  merchant: { readonly name: string; readonly nameAr: string };
}

/** Since the file was checked somebody else changed what the line leans on, or took its name. */
const since = (
  line: number,
  field: 'branchCode' | 'username' | 'terminalId' | 'cashier' | 'model',
): WrittenLine => ({
  line,
  targetId: null,
  problems: [{ field, code: 'since', value: '', nearest: null, line: null }],
  before: null,
  after: null,
  seats: null,
});
const written = (
  line: number,
  targetId: string,
  { before, after, seats = [] }: { before: unknown; after: unknown; seats?: readonly MovedSeat[] },
): WrittenLine => ({
  line,
  targetId,
  problems: [],
  before,
  after,
  seats: seats.length === 0 ? null : seats,
});

async function branchIdsOf(
  { tx, member }: Writing,
  lines: readonly LineToWrite[],
): Promise<Map<string, BranchNow>> {
  const codes = lines.flatMap(({ wanted }) => ('branchCode' in wanted ? (wanted.branchCode ?? []) : []));
  const found = await selectBranchIds(tx, member.merchantId, [...new Set(codes)]);
  return new Map(found.map((branch) => [branch.code, branch]));
}

async function newBranches(of: Writing, lines: readonly LineToWrite[]): Promise<WrittenLine[]> {
  const wanted = lines.map((line) => line.wanted as WantedBranch);
  const added = await addBranches(of.tx, of.member.merchantId, wanted, of.at);
  const ids = new Map(added.map(({ id, code }) => [code, id]));
  return lines.map(({ line }, at) => {
    const id = ids.get(wanted[at]?.code ?? '');
    return id === undefined
      ? since(line, 'branchCode')
      : written(line, id, { before: null, after: wanted[at] });
  });
}

async function newPeople(of: Writing, lines: readonly LineToWrite[]): Promise<WrittenLine[]> {
  const { tx, deps, member, at, merchant } = of;
  const branches = await branchIdsOf(of, lines);
  const people = lines.flatMap(({ line, wanted: said }) => {
    const wanted = said as WantedPerson;
    const branchId = wanted.branchCode === null ? null : branches.get(wanted.branchCode)?.id;
    return branchId === undefined ? [] : [{ line, wanted, branchId }];
  });
  const added = await addPeople(
    tx,
    member.merchantId,
    people.map(({ wanted: { place, signInName, fullName }, branchId }) => ({
      teamRole: place === 'cashier' ? null : place,
      username: place === 'cashier' ? signInName : null,
      email: place === 'cashier' ? null : signInName,
      fullName,
      branchId,
    })),
    { locale: member.locale, at },
  );
  const ids = new Map(added.map(({ id, signInName }) => [signInName, id]));
  const found = new Map(people.map((each) => [each.line, each]));
  const results: WrittenLine[] = [];
  for (const { line } of lines) {
    const person = found.get(line);
    const id = ids.get(person?.wanted.signInName ?? '');
    if (!person || id === undefined) {
      results.push(since(line, person ? 'username' : 'branchCode'));
      continue;
    }
    const { place, signInName: email, fullName } = person.wanted;
    // A cashier's link is made when it is handed over.
    if (place !== 'cashier')
      await giveAccessLink(tx, deps, { userId: id, email, locale: member.locale, merchant });
    results.push(written(line, id, { before: null, after: { place, fullName, branchId: person.branchId } }));
  }
  return results;
}

interface PlacedTerminal {
  line: number;
  wanted: WantedTerminal;
  branchId: string;
  cashierId: string | null;
}

/** Terminals whose branch and cashier are still there; a cashier works in the branch of the terminal, and what is new in an open one. */
async function placed(of: Writing, lines: readonly LineToWrite[]) {
  const branches = await branchIdsOf(of, lines);
  const usernames = lines.flatMap(({ wanted }) => (wanted as WantedTerminal).cashier?.toLowerCase() ?? []);
  const cashiers = await selectCashierIds(of.tx, of.member.merchantId, usernames);
  const byName = new Map(cashiers.map((each) => [each.username, each]));
  const good: PlacedTerminal[] = [];
  const bad: WrittenLine[] = [];
  for (const { line, verdict, wanted: said } of lines) {
    const wanted = said as WantedTerminal;
    const branch = branches.get(wanted.branchCode);
    const branchId = verdict === 'CHANGED' || branch?.isOpen ? branch?.id : undefined;
    const cashier = wanted.cashier === undefined ? null : byName.get(wanted.cashier.toLowerCase());
    if (branchId === undefined) bad.push(since(line, 'branchCode'));
    else if (cashier === undefined || (cashier && cashier.branchId !== branchId))
      bad.push(since(line, 'cashier'));
    else good.push({ line, wanted, branchId, cashierId: cashier?.id ?? null });
  }
  return { good, bad };
}

async function newTerminals(of: Writing, lines: readonly LineToWrite[]): Promise<WrittenLine[]> {
  const { tx, member, at } = of;
  const { good: seated, bad } = await placed(of, lines);
  const models = await modelsNamed(
    tx,
    seated.map(({ wanted }) => wanted.model),
  );
  const good = seated.flatMap((each) => {
    const device = models.get(each.wanted.model);
    return device?.isOffered ? [{ ...each, device }] : [];
  });
  const gone = seated.filter(({ wanted }) => !models.get(wanted.model)?.isOffered);
  bad.push(...gone.map(({ line }) => since(line, 'model')));
  const added = await addTerminals(
    tx,
    member.merchantId,
    good.map(({ wanted: { tid, label }, branchId, device: { brand, manufacturer, model } }) => ({
      tid,
      brand,
      manufacturer,
      model,
      branchId,
      label,
    })),
    at,
  );
  const ids = new Map(added.map(({ id, tid }) => [tid, id]));
  const there = good.flatMap((each) => {
    const id = ids.get(each.wanted.tid);
    return id === undefined ? [] : [{ ...each, id }];
  });
  await placeTerminals(
    tx,
    member.merchantId,
    there.map(({ id, wanted }) => ({ terminalId: id, bankId: wanted.bankId })),
  );
  const cashierIds = there.flatMap(({ cashierId }) => cashierId ?? []);
  const seats = new Map(
    (await selectSeats(tx, member.merchantId, { cashierIds, terminalIds: [] })).map((seat) => [
      seat.cashierId,
      seat,
    ]),
  );
  await moveCashiers(
    tx,
    member.merchantId,
    there.flatMap(({ id, cashierId }) =>
      cashierId === null ? [] : [{ cashierId, terminalId: id, isNamed: true }],
    ),
  );
  const results = there.map(({ line, id, wanted, branchId, cashierId }) => {
    const seat = seats.get(cashierId ?? '');
    const after = { label: wanted.label, branchId };
    return written(line, id, { before: null, after, seats: seat ? [{ ...seat, now: id }] : [] });
  });
  const known = new Set(there.map(({ line }) => line));
  const taken = good.filter(({ line }) => !known.has(line)).map(({ line }) => since(line, 'terminalId'));
  return [...results, ...bad, ...taken];
}

async function changeBranchLine(
  of: Writing,
  { line, wanted, targetId: id }: LineToWrite,
): Promise<WrittenLine> {
  const { tx, member, at } = of;
  const now = id === null ? null : await branchOf(tx, member.merchantId, id);
  if (id === null || !now) return since(line, 'branchCode');
  const { name: _name, status: _status, ...before } = now;
  await changeBranchIn(tx, at, member, id, wanted as WantedBranch);
  return written(line, id, { before, after: wanted });
}

async function changePersonLine(
  of: Writing,
  { line, wanted: said, targetId: id }: LineToWrite,
): Promise<WrittenLine> {
  const { tx, deps, member } = of;
  const wanted = said as WantedPerson;
  const now = id === null ? null : await selectPersonNow(tx, member.merchantId, id);
  const [branch] =
    wanted.branchCode === null ? [] : await selectBranchIds(tx, member.merchantId, [wanted.branchCode]);
  if (id === null || !now || (wanted.branchCode !== null && !branch)) return since(line, 'branchCode');
  const { place: teamRole, fullName } = wanted;
  const branchId = branch?.id ?? null;
  // Their terminal belongs to the branch that they leave.
  const terminalId = now.branchId === branchId ? now.terminalId : null;
  const left =
    now.terminalId === terminalId
      ? []
      : await selectSeats(tx, member.merchantId, { cashierIds: [id], terminalIds: [] });
  await changePersonIn(tx, deps, member, id, { fullName, teamRole, branchId, terminalId });
  const after = { place: teamRole, fullName, branchId };
  return written(line, id, { before: now, after, seats: left.map((seat) => ({ ...seat, now: null })) });
}

async function changeTerminalLine(of: Writing, each: LineToWrite): Promise<WrittenLine> {
  const { tx, member, at } = of;
  const { line, wanted: said, targetId: id } = each;
  const { label, cashier } = said as WantedTerminal;
  const { good, bad } = await placed(of, [each]);
  const now = id === null ? null : await selectTerminalNow(tx, member.merchantId, id);
  const [found] = good;
  if (id === null || !now || !found) return bad[0] ?? since(line, 'terminalId');
  const { branchId } = found;
  const isMoved = now.branchId !== branchId;
  const kept = isMoved ? null : now.cashierId;
  const cashierId = cashier === undefined ? kept : found.cashierId;
  const isSeated = cashierId !== now.cashierId;
  const before =
    isSeated || isMoved
      ? await selectSeats(tx, member.merchantId, {
          cashierIds: [cashierId, now.cashierId].filter((each) => each !== null),
          terminalIds: isMoved ? [id] : [],
        })
      : [];
  await assignTerminalIn(tx, at, member, id, { label, branchId, cashierId });
  const seats = before.map((seat) => ({ ...seat, now: seat.cashierId === cashierId ? id : null }));
  return written(line, id, { before: now, after: { label, branchId }, seats });
}

const changeOne = { branch: changeBranchLine, user: changePersonLine, terminal: changeTerminalLine } as const;
const fieldOf = { branch: 'branchCode', user: 'username', terminal: 'terminalId' } as const;

/** What changes is refused alone: what it had begun is taken back, and the lines around it stay. */
async function changed(of: Writing, lines: readonly LineToWrite[]): Promise<WrittenLine[]> {
  const results: WrittenLine[] = [];
  for (const line of lines) {
    await of.tx.rows('SAVEPOINT bulk_line');
    try {
      results.push(await changeOne[line.kind](of, line));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      await of.tx.rows('ROLLBACK TO SAVEPOINT bulk_line');
      results.push(since(line.line, fieldOf[line.kind]));
    }
    await of.tx.rows('RELEASE SAVEPOINT bulk_line');
  }
  return results;
}

const addMany = { branch: newBranches, user: newPeople, terminal: newTerminals } as const;

/** Writes lines that are all of one kind and verdict, and answers what became of each. */
export async function writeLines(of: Writing, lines: readonly LineToWrite[]): Promise<WrittenLine[]> {
  const [first] = lines;
  if (!first) return [];
  return first.verdict === 'NEW' ? addMany[first.kind](of, lines) : changed(of, lines);
}
