import type { CoveredRow, JudgedAs, WhichPiece } from '@mizan/contract/bank-file-part.ts';
import { schemeNames } from '@mizan/contract/reconciliation-terms.ts';
import { type BothSides, bothSidesOf, type Place, type Sides } from './both-sides.ts';
import { type Coverage, dayOfInstant, standing, startOfDay } from './judge/coverage-model.ts';
import type { JudgedFile } from './judge-bank-file.ts';
import { recordState } from './match/matches.ts';
import { epochDayOfIso, isoDayOf } from './normalise/date-text.ts';

/** What the table of a file is worked out from: both sides, and what it is judged by. */
interface Table extends Sides {
  judged: JudgedFile;
  /** When the first and the last line of a day reached the host. */
  linesOf: ReadonlyMap<number, { firstMs: number; lastMs: number }>;
  isLeftOut: (place: Place) => boolean;
}

/** Days that a piece names; of more their number says enough. */
const daysNamedMax = 2;

/** By day, scheme and terminal what the file and the portal have, which of it has no line here, and what it is judged as. */
export function coveredRowsOf(judged: JudgedFile): CoveredRow[] {
  const sides = bothSidesOf(judged);
  const table: Table = {
    ...sides,
    judged,
    linesOf: linesByDay(judged, sides),
    isLeftOut: leftOutOf(judged),
  };
  const outs = outsByRow(table);
  return sides.rows.map((row) => coveredRow(table, row, outs.get(row) ?? []));
}

function linesByDay({ records, matches }: JudgedFile, sides: Sides): Table['linesOf'] {
  const days = new Map<number, { firstMs: number; lastMs: number }>();
  for (const record of sides.records) {
    if ((matches.lineOf[record] as number) < 0) continue;
    const { day } = sides.placeOf(record);
    const atMs = records.columns.hostMs[record] as number;
    const known = days.get(day) ?? { firstMs: atMs, lastMs: atMs };
    days.set(day, { firstMs: Math.min(known.firstMs, atMs), lastMs: Math.max(known.lastMs, atMs) });
  }
  return days;
}

function leftOutOf({ cover: { part } }: JudgedFile): Table['isLeftOut'] {
  const tids = part?.tids && new Set(part.tids);
  const schemes = part?.schemes && new Set<string>(part.schemes);
  return ({ terminal, scheme }) =>
    (tids ? !tids.has(terminal) : false) || (schemes ? !schemes.has(scheme || 'None') : false);
}

/** A payment without a line here. */
interface Out {
  place: Place;
  atMs: number;
  state: 'earlier' | 'netted' | 'leftOut' | 'open';
  /** How it stands to the coverage; null where nothing is known of it. */
  standing: number | null;
  isAwaited: boolean;
}

function outsByRow(table: Table): Map<BothSides, Out[]> {
  const { judged, placeOf, rowOf } = table;
  const { records, matches, cover } = judged;
  const outs = new Map<BothSides, Out[]>();
  for (const record of table.records) {
    const line = matches.lineOf[record] as number;
    if (line >= 0) continue;
    const place = placeOf(record);
    const isOpen = line === recordState.free;
    const out: Out = {
      place,
      atMs: records.columns.hostMs[record] as number,
      state:
        line === recordState.claimedBefore
          ? 'earlier'
          : line === recordState.netted
            ? 'netted'
            : table.isLeftOut(place)
              ? 'leftOut'
              : 'open',
      standing: cover.coverage?.standing[record] ?? null,
      isAwaited: isOpen && cover.covered[record] === 1,
    };
    for (const row of [
      rowOf(place.currency, 'day', isoDayOf(place.day)),
      rowOf(place.currency, 'scheme', place.scheme),
      rowOf(place.currency, 'terminal', place.terminal),
      rowOf(place.currency, 'whole', ''),
    ]) {
      if (!row) continue;
      const known = outs.get(row);
      if (known) known.push(out);
      else outs.set(row, [out]);
    }
  }
  return outs;
}

/** Whether a row is of a day, scheme or terminal, of which something may be covered. */
const isOfPlace = ({ kind }: BothSides): boolean => kind !== 'whole' && kind !== 'others';

function coveredRow(table: Table, row: BothSides, outs: readonly Out[]): CoveredRow {
  const pieces = !isOfPlace(row)
    ? []
    : row.kind === 'day'
      ? piecesOfDay(table, row, outs)
      : piecesByDay(row, outs);
  const without = pieces.filter(({ kind }) => kind === 'scheme' || kind === 'terminal');
  const leftOut = outs.filter(({ state }) => state === 'leftOut');
  return {
    ...row,
    awaited: outs.filter(({ isAwaited }) => isAwaited).length,
    which: pieces,
    judgedAs: judgedAsOf(table, row, outs),
    without: row.kind === 'day' ? [...without.map(({ value }) => value), ...namesOf(table, leftOut)] : [],
    ...choiceOf(table, row, outs),
  };
}

/** The schemes and terminals by which payments are left out. */
function namesOf({ judged: { cover } }: Table, outs: readonly Out[]): string[] {
  const { tids = null, schemes = null } = cover.part ?? {};
  const names = outs.map(({ place }) =>
    schemes && !schemes.includes(place.scheme || 'None') ? place.scheme : tids ? place.terminal : '',
  );
  return [...new Set(names)].filter((name) => name !== '').sort();
}

const plain = { value: '', at: null, days: [], dayCount: 0 };

function countIn(outs: readonly Out[], state: Out['state']): WhichPiece[] {
  const count = outs.filter((out) => out.state === state).length;
  return count === 0 || state === 'open' ? [] : [{ ...plain, kind: state, count }];
}

const settledPieces = (outs: readonly Out[]): WhichPiece[] =>
  (['earlier', 'netted', 'leftOut'] as const).flatMap((state) => countIn(outs, state));

/** Whether the scheme or terminal of a payment has no line in the whole file. */
function absentBy({ rowOf }: Table, { place }: Out): 'scheme' | 'terminal' | null {
  const has = (kind: 'scheme' | 'terminal', value: string): boolean =>
    value === '' || (rowOf(place.currency, kind, value)?.lines ?? 0) > 0;
  if (!has('scheme', place.scheme)) return 'scheme';
  return has('terminal', place.terminal) ? null : 'terminal';
}

function piecesOfDay(table: Table, row: BothSides, outs: readonly Out[]): WhichPiece[] {
  const found = settledPieces(outs);
  const open = outs.filter(({ state }) => state === 'open');
  if (row.lines === 0)
    return open.length > 0 ? [...found, { ...plain, kind: 'noLine', count: open.length }] : found;
  const lines = table.linesOf.get(epochDayOfIso(row.value));
  const pieces = new Map<string, WhichPiece>();
  for (const out of open) {
    const by = absentBy(table, out);
    const kind = by ?? edgeOf(out.atMs, lines);
    const value = by ? out.place[by] : '';
    const at = kind === 'before' ? lines?.firstMs : kind === 'after' ? lines?.lastMs : undefined;
    const piece = pieces.get(`${kind} ${value}`) ?? {
      ...plain,
      kind,
      value,
      count: 0,
      at: at === undefined ? null : new Date(at).toISOString(),
    };
    pieces.set(`${kind} ${value}`, { ...piece, count: piece.count + 1 });
  }
  const rank = ['before', 'after', 'among', 'scheme', 'terminal'];
  return [
    ...found,
    ...[...pieces.values()].sort(
      (a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind) || a.value.localeCompare(b.value),
    ),
  ];
}

function edgeOf(
  atMs: number,
  lines: { firstMs: number; lastMs: number } | undefined,
): 'before' | 'after' | 'among' {
  if (lines && atMs < lines.firstMs) return 'before';
  return lines && atMs > lines.lastMs ? 'after' : 'among';
}

/** Of a scheme or terminal: on which days. */
function piecesByDay(row: BothSides, outs: readonly Out[]): WhichPiece[] {
  const found = settledPieces(outs);
  const open = outs.filter(({ state }) => state === 'open');
  if (open.length === 0) return found;
  if (row.lines === 0) return [...found, { ...plain, kind: 'noLine', count: open.length }];
  const days = [...new Set(open.map(({ place }) => place.day))].sort((a, b) => a - b);
  return [
    ...found,
    {
      ...plain,
      kind: 'days',
      count: open.length,
      days: days.slice(0, daysNamedMax).map(isoDayOf),
      dayCount: days.length,
    },
  ];
}

function judgedAsOf(table: Table, row: BothSides, outs: readonly Out[]): JudgedAs | null {
  const { coverage, dayEnd } = table.judged.cover;
  if (!coverage || !isOfPlace(row)) return null;
  if (row.kind === 'day') {
    if (coverage.openingMs > startOfDay(epochDayOfIso(row.value), dayEnd)) return 'linesOnly';
    const open = outs.filter(({ state }) => state === 'open');
    if (open.some((out) => out.standing === standing.withoutFile)) return 'withoutFile';
    const later = open.filter((out) => out.standing === standing.after && absentBy(table, out) === null);
    return later.length > 0 ? 'restLater' : 'whole';
  }
  if (isRowLeftOut(table, row)) return 'leftOut';
  if (isAbsent(coverage, table, row) || (row.lines === 0 && outs.some(({ isAwaited }) => isAwaited)))
    return 'absent';
  return row.lines === 0 ? 'later' : 'covered';
}

/** Whether the part itself leaves the scheme or terminal out. */
function isRowLeftOut({ judged: { cover } }: Table, { kind, value }: BothSides): boolean {
  const { tids = null, schemes = null } = cover.part ?? {};
  if (kind === 'scheme') return schemes !== null && !schemes.some((scheme) => scheme === value);
  return kind === 'terminal' && tids !== null && !tids.includes(value);
}

const isAbsent = (coverage: Coverage, { judged }: Table, { kind, value }: BothSides): boolean =>
  coverage.absent.some(
    (absent) =>
      absent.kind === kind &&
      (kind === 'terminal' ? judged.file.shared.terminalNames[absent.id] : schemeNames[absent.id]) === value,
  );

/** What of a row a person may say otherwise. A day opens the part only where no file of it is older. */
function choiceOf(table: Table, row: BothSides, outs: readonly Out[]): Pick<CoveredRow, 'choice' | 'opens'> {
  const { coverage, isOldest, dayEnd } = table.judged.cover;
  const none = { choice: null, opens: null };
  if (!isOfPlace(row) || !coverage) return none;
  if (row.kind !== 'day') {
    const isOut = isRowLeftOut(table, row);
    const isOpen = row.lines === 0 && (isOut || outs.some(({ state }) => state === 'open'));
    return isOpen ? { choice: isOut ? 'leftOut' : 'held', opens: null } : none;
  }
  const { openingMs } = coverage;
  if (!isOldest || row.lines === 0 || !Number.isFinite(openingMs)) return none;
  const day = epochDayOfIso(row.value);
  const opening = dayOfInstant(openingMs, dayEnd);
  if (day > opening) return none;
  const iso = (atMs: number): string => new Date(atMs).toISOString();
  const linesOnlyMs = day === opening ? startOfDay(day + 1, dayEnd) : openingMs;
  return {
    choice: day === opening ? 'whole' : 'linesOnly',
    opens: { whole: iso(startOfDay(day, dayEnd)), linesOnly: iso(linesOnlyMs) },
  };
}
