import type { BulkColumn } from '@mizan/contract/bulk.ts';
import { type BranchBody, branchLimits } from '@mizan/contract/management.ts';
import { latinDigits } from '@mizan/contract/money.ts';
import { nearestOf, oneAfterAnother } from '../../filled-files/nearest.ts';
import {
  type CheckedLine,
  checkedLine,
  type FileRow,
  type Judge,
  judgeOf,
  refuseStrangers,
} from './checked-line.ts';
import { type Known, type KnownBranch, plain } from './known.ts';

const codeShape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;
const mapShape = /^https:\/\/[^\s"'<>]+$/;

/** What a file says of branches: by their code, those that it gives a good line, and the line of each code. */
export interface FileBranches {
  good: Set<string>;
  lines: Map<string, number>;
}

const texts = [
  ['nameEn', branchLimits.name],
  ['nameAr', branchLimits.name],
  ['addressEn', branchLimits.address],
  ['addressAr', branchLimits.address],
  ['city', branchLimits.place],
  ['district', branchLimits.place],
] as const;

/** An empty cell says nothing: it leaves what is there. */
function bodyOf(judge: Judge, code: string, known: Known, before: KnownBranch | undefined): BranchBody {
  const { cells, wrong } = judge;
  for (const [field, max] of texts) if ((cells[field] ?? '').length > max) wrong(field, 'tooLong');
  const region = cells.region === undefined ? before?.region : known.words.regions.get(plain(cells.region));
  if (cells.region !== undefined && region === undefined) {
    wrong('region', 'unknown', { nearest: nearestOf(cells.region, known.words.regions.keys()) });
  }
  const mapUrl = cells.mapUrl ?? before?.mapUrl ?? null;
  if (mapUrl !== null && mapUrl.length > branchLimits.mapUrl) wrong('mapUrl', 'tooLong');
  if (mapUrl !== null && !mapShape.test(mapUrl)) wrong('mapUrl', 'shape');
  const text = (field: (typeof texts)[number][0]): string => cells[field] ?? before?.[field] ?? '';
  for (const field of ['nameEn', 'nameAr'] as const) if (text(field) === '') wrong(field, 'missing');
  return {
    code,
    nameEn: text('nameEn'),
    nameAr: text('nameAr'),
    addressEn: text('addressEn'),
    addressAr: text('addressAr'),
    city: text('city'),
    district: text('district'),
    region: region ?? '',
    mapUrl,
  };
}

const compared = [
  'nameEn',
  'nameAr',
  'addressEn',
  'addressAr',
  'region',
  'city',
  'district',
  'mapUrl',
] as const satisfies readonly BulkColumn[];

export function checkBranch(row: FileRow, known: Known, seen: FileBranches): CheckedLine {
  const judge = judgeOf(row.cells);
  refuseStrangers(judge, 'branch');
  const code = latinDigits(row.cells.branchCode ?? '');
  const before = known.branches.get(code);
  const earlier = seen.lines.get(code);
  if (code === '') judge.wrong('branchCode', 'missing');
  else if (!codeShape.test(code)) judge.wrong('branchCode', 'shape');
  else if (earlier !== undefined) judge.wrong('branchCode', 'twice', { line: earlier });
  else seen.lines.set(code, row.line);
  const wanted = bodyOf(judge, code, known, before);
  const changes = compared.map((field) => ({
    field,
    was: before?.[field] ?? '',
    now: wanted[field] ?? '',
  }));
  if (judge.problems.length === 0) seen.good.add(code);
  const names = { nameEn: wanted.nameEn || wanted.nameAr, nameAr: wanted.nameAr || wanted.nameEn, code };
  return checkedLine(row, 'branch', judge, { names, wanted, targetId: before?.id ?? null, changes });
}

/**
 * The branch that a line of somebody or something else names, by its code; null where there is none, which is said.
 * A code in other letters is offered and not taken.
 */
export function branchNamed(judge: Judge, known: Known, seen: FileBranches): string | null {
  const code = latinDigits(judge.cells.branchCode ?? '');
  if (known.branches.has(code) || seen.good.has(code)) return code;
  const line = seen.lines.get(code);
  if (line !== undefined) judge.wrong('branchCode', 'referenceRejected', { line });
  else {
    const codes = oneAfterAnother(seen.good, known.branches.keys());
    judge.wrong('branchCode', 'reference', { nearest: nearestOf(code, codes) });
  }
  return null;
}
