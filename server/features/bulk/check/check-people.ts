import { readEmail } from '@mizan/contract/email.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { type PlaceInTeam, personLimits } from '@mizan/contract/people.ts';
import { nearestOf } from '../../filled-files/nearest.ts';
import { branchNamed, type FileBranches } from './check-branches.ts';
import {
  type CheckedLine,
  checkedLine,
  type FileRow,
  type Judge,
  judgeOf,
  refuseStrangers,
} from './checked-line.ts';
import { type Known, type KnownPerson, plain } from './known.ts';

const usernameShape = /^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/;

/** What a file says of people, by their sign-in names in small letters: good cashiers with their branch, and each line. */
export interface FilePeople {
  cashiers: Map<string, { username: string; branchCode: string }>;
  lines: Map<string, number>;
}

/** Everybody but a cashier does; of a role that no word names, nothing is said. */
function signsInByEmail(role: string | undefined, { words }: Known): boolean {
  const place = role === undefined ? undefined : words.roles.get(plain(role));
  return place !== undefined && place !== 'cashier';
}

/** The one name that somebody signs in with; '' where it is none, which is said. */
function signInNameOf(judge: Judge, known: Known): string {
  const { cells, wrong } = judge;
  const username = latinDigits(cells.username ?? '');
  if (cells.username !== undefined && cells.email !== undefined) {
    wrong('email', 'oneName');
    return '';
  }
  if (cells.email !== undefined) {
    const email = readEmail(cells.email);
    if (email === null) wrong('email', 'shape');
    return email ?? '';
  }
  if (username === '') wrong(signsInByEmail(cells.role, known) ? 'email' : 'username', 'missing');
  else if (!usernameShape.test(username)) wrong('username', 'shape');
  return username;
}

function placeIn(judge: Judge, known: Known, before: KnownPerson | undefined): PlaceInTeam | undefined {
  const { cells, wrong } = judge;
  if (cells.role === undefined) {
    if (!before) wrong('role', 'missing');
    return before?.place;
  }
  const place = known.words.roles.get(plain(cells.role));
  if (!place) wrong('role', 'unknown', { nearest: nearestOf(cells.role, known.words.roles.keys()) });
  return place;
}

/** What nobody may make of somebody, as in the portal's own forms. */
function refusePlace(judge: Judge, known: Known, place: PlaceInTeam, before: KnownPerson | undefined): void {
  const { cells, wrong } = judge;
  const isCashier = place === 'cashier';
  const hasName = cells.email !== undefined || cells.username !== undefined;
  if (hasName && isCashier === (cells.email !== undefined))
    wrong(isCashier ? 'email' : 'username', 'nameOfRole');
  if (known.by.place !== 'owner' && (place === 'owner' || before?.place === 'owner')) {
    wrong('role', 'ownersOnly');
  }
  if (!before || before.place === place) return;
  if (before.id === known.by.userId) wrong('role', 'self');
  const owners = [...known.people.values()].filter((each) => each.place === 'owner' && each.isActive);
  if (before.place === 'owner' && owners.length < 2) wrong('role', 'lastOwner');
}

function branchIn(
  judge: Judge,
  place: PlaceInTeam,
  before: KnownPerson | undefined,
  of: { known: Known; branches: FileBranches },
): string | null {
  const worksInBranch = place === 'cashier' || place === 'branchManager';
  if (!worksInBranch) {
    if (judge.cells.branchCode !== undefined) judge.wrong('branchCode', 'otherKind');
    return null;
  }
  if (judge.cells.branchCode !== undefined) return branchNamed(judge, of.known, of.branches);
  if (!before?.branchCode) judge.wrong('branchCode', 'missing');
  return before?.branchCode ?? null;
}

export function checkPerson(
  row: FileRow,
  known: Known,
  branches: FileBranches,
  seen: FilePeople,
): CheckedLine {
  const judge = judgeOf(row.cells);
  refuseStrangers(judge, 'user');
  const { cells, wrong } = judge;
  const signInName = signInNameOf(judge, known);
  const key = signInName.toLowerCase();
  const field = cells.email === undefined ? 'username' : 'email';
  const before = known.people.get(key);
  const earlier = seen.lines.get(key);
  if (earlier !== undefined) wrong(field, 'twice', { line: earlier });
  else if (key !== '') seen.lines.set(key, row.line);
  if (!before && known.takenNames.has(key)) wrong(field, 'taken');
  const place = placeIn(judge, known, before);
  if (place) refusePlace(judge, known, place, before);
  const branchCode = place ? branchIn(judge, place, before, { known, branches }) : null;
  const fullName = cells.fullName ?? before?.fullName ?? '';
  if (fullName === '') wrong('fullName', 'missing');
  if (fullName.length > personLimits.name) wrong('fullName', 'tooLong');
  const changes = [
    { field: 'fullName', was: before?.fullName ?? '', now: fullName },
    { field: 'role', was: before?.place ?? '', now: place ?? '' },
    { field: 'branchCode', was: before?.branchCode ?? '', now: branchCode ?? '' },
  ] as const;
  const isGood = judge.problems.length === 0 && place !== undefined;
  if (isGood && place === 'cashier' && branchCode !== null) {
    seen.cashiers.set(key, { username: before?.signInName ?? signInName, branchCode });
  }
  return checkedLine(row, 'user', judge, {
    names: { nameEn: fullName, nameAr: fullName, code: signInName },
    wanted: place ? { place, signInName: before?.signInName ?? signInName, fullName, branchCode } : null,
    targetId: before?.id ?? null,
    changes: [...changes],
  });
}
