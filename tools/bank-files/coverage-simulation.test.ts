/**
 * Coverage over made-up shops and banks: no payment is nowhere, a good file says nothing, and nothing is named as
 * missing that the bank paid in its file. What it found is printed; COVERAGE_FROM and COVERAGE_SEEDS repeat it.
 */
import { expect, test } from 'vitest';
import { standing } from '../../server/reconciliation/judge/coverage-model.ts';
import { type JudgedUnit, newBook } from '../../server/reconciliation/judge/coverage-trial.ts';
import { type Faults, type SimulatedFile, type Simulation, simulate } from './coverage-shop.ts';

const seeds = Number(process.env['COVERAGE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 6_000 : 210));
const firstSeed = Number(process.env['COVERAGE_FROM'] ?? 1);
const timeout = 300_000;

type Payments = Simulation['payments'];

interface Tally {
  payments: number;
  files: number;
  goodFiles: number;
  goodNotBalanced: string[];
  nowhere: string[];
  /** Covered by a file without a line although the bank paid it in another file that came in its time. */
  wrongClaims: string[];
  /** The same where the file of the payment was lost, or came after the next one: nobody can know. By habit. */
  claimsOfUnsent: Record<string, number>;
  /** Where payments end that the bank left out. */
  leftOut: Record<string, number>;
}

const newTally = (): Tally => ({
  payments: 0,
  files: 0,
  goodFiles: 0,
  goodNotBalanced: [],
  nowhere: [],
  wrongClaims: [],
  claimsOfUnsent: {},
  leftOut: {},
});

const countUp = (counts: Record<string, number>, name: string): void => {
  counts[name] = (counts[name] ?? 0) + 1;
};
/** The two files of one day. */
const isOtherHalf = (name: string, other: string): boolean =>
  name.replace(' second', '') === other.replace(' second', '');

/** Uploads a part's files one by one and looks at all of them after each. */
function runPart(simulation: Simulation, part: number, told: string, tally: Tally): void {
  const places = simulation.payments.flatMap((payment, place) => (payment.part === part ? [place] : []));
  const indexOf = new Map(places.map((place, index) => [place, index]));
  const payments = places.map((place) => simulation.payments[place] as Payments[number]);
  const uploads = simulation.uploads
    .filter((file) => file.part === part)
    .map((file) => ({ ...file, lines: file.lines.map((place) => indexOf.get(place) as number) }));
  const book = newBook(payments, simulation.parts[part] as Simulation['parts'][number]);
  const confirmed = new Uint8Array(payments.length);
  let units: readonly JudgedUnit[] = [];
  uploads.forEach((file, index) => {
    for (const place of file.lines) confirmed[place] = 1;
    units = book.upload(file, file.uploadedAtMs);
    const own = units.find(({ files }) => files.some(({ name }) => name === file.name)) as JudgedUnit;
    const tells = `${told} after ${file.name}`;
    checkNowhere(units, payments, confirmed, file.uploadedAtMs, tells, tally);
    if (!file.isFaulty && !uploads.slice(index + 1).some(({ name }) => isOtherHalf(name, file.name)))
      checkGood(own, tells, tally);
    checkClaims(simulation, own, payments, file, tells, tally);
  });
  tally.files += uploads.length;
  tally.payments += payments.length;
  tellLeftOut(simulation, units, payments, tally);
}

/** Confirmed, or named by a file, or in a stretch without one, or before the first, or after what the newest states. */
function checkNowhere(
  units: readonly JudgedUnit[],
  payments: Payments,
  confirmed: Uint8Array,
  nowMs: number,
  told: string,
  tally: Tally,
): void {
  const last = units.at(-1)?.coverage;
  payments.forEach((payment, place) => {
    if (payment.hostAtMs > nowMs || payment.isReversed || confirmed[place] === 1) return;
    const isNamed = units.some(({ coverage }) => {
      const stands = coverage.standing[place];
      return (
        stands === standing.covered || stands === standing.withoutFile || stands === standing.beforeFirstFile
      );
    });
    if (!isNamed && last?.standing[place] !== standing.after) tally.nowhere.push(`${told}: payment ${place}`);
  });
}

function checkGood({ verdict, missing, waits, coverage }: JudgedUnit, told: string, tally: Tally): void {
  tally.goodFiles++;
  if (verdict === 'BALANCED') return;
  const { absent, stretches } = coverage;
  tally.goodNotBalanced.push(`${told}: ${JSON.stringify({ missing, waits, absent, stretches })}`);
}

function checkClaims(
  { files, habit }: Simulation,
  { missing, waits }: JudgedUnit,
  payments: Payments,
  file: SimulatedFile,
  told: string,
  tally: Tally,
): void {
  for (const place of [...missing, ...waits]) {
    const payment = payments[place] as Payments[number];
    const own = files[payment.file];
    // Left out by the bank, or late: named rightly. The other half of a day is rightly awaited.
    if (!own || payment.isLate || (!own.isLost && isOtherHalf(own.name, file.name))) continue;
    if (own.isLost || own.isSwapped) countUp(tally.claimsOfUnsent, habit.name);
    else tally.wrongClaims.push(`${told}: payment ${place} of ${own.name}`);
  }
}

function tellLeftOut(
  simulation: Simulation,
  units: readonly JudgedUnit[],
  payments: Payments,
  tally: Tally,
): void {
  const [beforeLast, last] = units.slice(-2).map(({ coverage }) => coverage);
  payments.forEach((payment, place) => {
    if (payment.isReversed || (payment.file >= 0 && !simulation.files[payment.file]?.isLost)) return;
    const stands = (wanted: number): boolean =>
      units.some(({ coverage }) => coverage.standing[place] === wanted);
    const isAtTheEnd =
      payment.hostAtMs > (beforeLast?.toMs ?? 0) || payment.dueDay > (last?.fileDay ?? Number.NaN);
    const end = stands(standing.covered)
      ? 'named'
      : stands(standing.withoutFile)
        ? 'without a file'
        : stands(standing.beforeFirstFile)
          ? 'before the first file'
          : isAtTheEnd
            ? 'after the coverage, at the end'
            : 'after the coverage, in the middle';
    countUp(tally.leftOut, `${payment.file >= 0 ? 'of a lost file' : 'dropped'}: ${end}`);
  });
}

function runAll(name: string, faults: Faults): Tally {
  const tally = newTally();
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    const simulation = simulate(seed, faults);
    simulation.parts.forEach((_, part) => {
      runPart(simulation, part, `seed ${seed} '${simulation.habit.name}'`, tally);
    });
  }
  const { nowhere, wrongClaims, goodNotBalanced, ...rest } = tally;
  console.log(
    name,
    JSON.stringify({ ...rest, goodNotBalanced, nowhere: nowhere.length, wrongClaims }, null, 1),
  );
  return tally;
}

/** Where terminals close when they like, one that sold after its close alone looks as if it were absent. */
const goodFilesPerQuestion = 500;

test(`faultless shops of ${seeds} seeds: every file is balanced, and nobody is asked`, { timeout }, () => {
  const tally = runAll('faultless', {});
  expect(tally.nowhere).toEqual([]);
  expect(tally.wrongClaims).toEqual([]);
  expect(tally.goodNotBalanced.filter((told) => !told.includes('close when they like'))).toEqual([]);
  expect(tally.goodNotBalanced.length).toBeLessThan(tally.goodFiles / goodFilesPerQuestion);
});

test(`faulty shops of ${seeds} seeds: no payment is nowhere, and none is claimed wrongly`, {
  timeout,
}, () => {
  const tally = runAll('faulty', {
    dropOneIn: 40,
    loseFileOneIn: 20,
    cutTailOneIn: 25,
    dropTerminalDayOneIn: 25,
    swapUploadsOneIn: 20,
  });
  expect(tally.nowhere).toEqual([]);
  expect(tally.wrongClaims).toEqual([]);
  expect(Object.keys(tally.leftOut).filter((end) => end.includes('in the middle'))).toEqual([]);
  expect(tally.leftOut['dropped: named']).toBeGreaterThan(tally.leftOut['dropped: without a file'] ?? 0);
});
