import type { Currency } from '@mizan/contract/money.ts';

/** Lines of a file that no deposit in it pays: of one settlement day (ISO), batch and currency. */
export interface OpenLines {
  day: string | null;
  batch: string | null;
  currency: Currency;
  /** What they may come to after what the bank kept, minor units; empty where that is not known. */
  nets: number[];
  count: number;
  /** Their own file has a deposit for them that is less: one in another file may pay the rest. */
  isPartPaid?: boolean;
}

/** A deposit of a file of which lines in other files were asked for, by the day or the batch that it names. */
export interface PaidElsewhere {
  day: string | null;
  batch: string | null;
  currency: Currency;
  /** Whether those lines come to it; null where that is not known. */
  agrees: boolean | null;
  /** The files whose lines it pays. */
  files: string[];
  /** False where its amount alone told. */
  isNamed: boolean;
  /** The day on which it stands, ISO. */
  byDay: string;
  /** What it comes to, without its sign; left away where nothing is known by it. */
  paidMinor?: number;
  /** Whether it pays these lines together with deposits of other files. */
  isPart?: boolean;
}

/** What other files need to know of a file's deposits and of its lines without one. */
export interface SettledLines {
  open: OpenLines[];
  asked: PaidElsewhere[];
  /** False where it has more days and batches than are kept. */
  isWhole: boolean;
}

/** The same of another file of the bank: its last day of lines (ISO), and whether it came before this one. */
export interface SettledFile extends SettledLines {
  bankFileId: string;
  lastDay: string | null;
  cameBefore: boolean;
}

/** `isBefore`: by its days, and then by when it came. What both pay is paid by that one. */
export interface OtherFile extends SettledFile {
  isBefore: boolean;
}

/** Files beside one whose lines end on a day (ISO). */
export const besideFile = (files: readonly SettledFile[], lastDay: string): OtherFile[] =>
  files.map((file) => ({
    ...file,
    isBefore:
      file.lastDay !== null && (file.lastDay < lastDay || (file.lastDay === lastDay && file.cameBefore)),
  }));

/** What other files have for a deposit. */
export interface FoundElsewhere {
  /** `paid`: another deposit has paid these lines already. */
  state: 'agrees' | 'differs' | 'paid' | 'unknown';
  day: string | null;
  batch: string | null;
  files: string[];
  /** What their lines come to; null where that is not known. */
  netMinor: number | null;
  count: number;
  /** Deposits of other files for the same lines. */
  parts: Parts;
}

interface Parts {
  files: string[];
  paidMinor: number;
}
const noParts: Parts = { files: [], paidMinor: 0 };

/**
 * What a deposit names; `paidMinor` without its sign. `byDay`: the day on which it stands, ISO. `besides`: what the lines of its own
 * file that it pays, too, may come to.
 */
export interface AskedPayout {
  day: string | null;
  batch: string | null;
  currency: Currency;
  paidMinor: number;
  byDay: string;
  besides?: readonly number[];
}

interface Lines extends OpenLines {
  file: string;
}

/** So many sums are tried where lines do not say what was kept of them. */
const netsMax = 64;

/**
 * The lines of other files that a deposit pays: those of the batch or else of the day that it names, of all files together
 * or of one of them. One that names nothing pays what comes to it to the halala, where that are the lines of one day alone
 * in files before its own.
 * Null where no file has any that may be meant (docs/decisions/0370-a-deposit-of-earlier-lines.md).
 */
export function findElsewhere(files: readonly OtherFile[], asked: AskedPayout): FoundElsewhere | null {
  const isNamed = asked.day !== null || asked.batch !== null;
  const all = files.flatMap(({ bankFileId, isBefore, open }) =>
    (isNamed || isBefore ? open : []).flatMap((lines): Lines[] =>
      lines.currency === asked.currency ? [{ ...lines, file: bankFileId }] : [],
    ),
  );
  if (!isNamed) return onlyEqual(files, all, asked);
  const ofBatch = all.filter(({ batch }) => batch !== null && batch === asked.batch);
  const own = ofBatch.length > 0 ? ofBatch : all.filter(({ day }) => day !== null && day === asked.day);
  const [first] = own;
  if (!first) return null;
  const name = ofBatch.length > 0 ? { day: null, batch: asked.batch } : { day: asked.day, batch: null };
  const payer = payerOf(files);
  const unpaid = own.filter((lines) => payer(lines) === null);
  const parts = partsOf(files, name, asked.currency);
  if (unpaid.length === 0) return { ...paidBy([payer(first) ?? '']), ...name };
  const nets = netsOf(unpaid);
  if (
    !asked.besides &&
    arePaidBy(
      nets,
      parts.filter(({ isBefore }) => isBefore),
    )
  )
    return { ...paidBy(filesOf(parts)), ...name };
  const isPartPaid = unpaid.some((lines) => lines.isPartPaid === true);
  const sets = ofBatch.length > 0 ? byFile(unpaid) : [unpaid, ...byFile(unpaid)];
  const fits = isPartPaid ? [] : sets.flatMap((set) => fitOf(set, asked));
  const [fit] = fits;
  if (fit && (fit.set === unpaid || fits.length === 1))
    return { ...foundOf('agrees', fit.set, fit.net), ...name };
  const shared = paidInParts(nets, asked, parts);
  if (shared) return { ...foundOf('agrees', unpaid, shared.net), ...name, parts: shared.parts };
  const [net = null] = nets;
  // Batches of a number begin anew, and lines that name nothing may be of this day.
  const isSure =
    net !== null &&
    fits.length === 0 &&
    byFile(unpaid).length === 1 &&
    files.every(({ isWhole }) => isWhole) &&
    !all.some(({ day, batch }) => day === null && batch === null);
  const found = foundOf(isSure ? 'differs' : 'unknown', unpaid, isSure ? net : null);
  return { ...found, ...name, parts: togetherOf(parts) };
}

/** A deposit of another file that names the same day or batch. */
interface Part {
  file: string;
  paidMinor: number;
  isBefore: boolean;
}

type Name = Pick<AskedPayout, 'day' | 'batch'>;

const partsOf = (files: readonly OtherFile[], { day, batch }: Name, currency: Currency): Part[] =>
  files.flatMap(({ bankFileId: file, isBefore, asked }) =>
    asked.flatMap((each) =>
      each.isNamed &&
      each.paidMinor !== undefined &&
      each.currency === currency &&
      (batch === null ? each.day === day : each.batch === batch)
        ? [{ file, isBefore, paidMinor: each.paidMinor }]
        : [],
    ),
  );

const filesOf = (parts: readonly Part[]): string[] => [...new Set(parts.map(({ file }) => file))];
const togetherOf = (parts: readonly Part[]): Parts => ({
  files: filesOf(parts),
  paidMinor: parts.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
});
const arePaidBy = (nets: readonly number[], parts: readonly Part[]): boolean =>
  parts.length > 0 && nets.some((net) => Math.abs(net) === togetherOf(parts).paidMinor);

/**
 * What lines come to where a deposit pays them together with all others that name them, but for a later one that pays them by
 * itself; null where they do not come to it.
 */
function paidInParts(
  nets: readonly number[],
  { paidMinor, besides = [0] }: Pick<AskedPayout, 'paidMinor' | 'besides'>,
  all: readonly Part[],
): { net: number; parts: Parts } | null {
  const others = all.filter((part) => part.isBefore || !arePaidBy(nets, [part]));
  for (const some of [all, others]) {
    const parts = togetherOf(some);
    if (parts.files.length === 0) continue;
    const net = nets.find((each) =>
      besides.some((own) => Math.abs(each + own) === paidMinor + parts.paidMinor),
    );
    if (net !== undefined) return { net, parts };
  }
  return null;
}

/**
 * The deposits of other files that pay the rest of a file's own lines, of a day or batch of which no other file has any: `besides` is
 * what these may come to. Null where there are none.
 */
export function findParts(
  files: readonly OtherFile[],
  asked: AskedPayout,
  name: Name,
): FoundElsewhere | null {
  const parts = partsOf(files, name, asked.currency);
  const { besides = [] } = asked;
  const [net = null] = besides;
  if (parts.length === 0 || net === null) return null;
  const shared = paidInParts(besides, { paidMinor: asked.paidMinor }, parts);
  const of = shared?.parts ?? togetherOf(parts);
  const common = { ...name, files: of.files, count: 0, parts: of };
  return shared
    ? { state: 'agrees', ...common, netMinor: shared.net }
    : { state: besides.length === 1 ? 'differs' : 'unknown', ...common, netMinor: net };
}

const paidBy = (files: string[]): Omit<FoundElsewhere, 'day' | 'batch'> => ({
  state: 'paid',
  files,
  netMinor: null,
  count: 0,
  parts: noParts,
});

/** The lines of one day, of all files or of one, that come to a deposit; null where there are none or several. */
function onlyEqual(
  files: readonly OtherFile[],
  all: readonly Lines[],
  asked: AskedPayout,
): FoundElsewhere | null {
  const payer = payerOf(files);
  const open = all.filter(
    (lines) =>
      payer(lines) === null && lines.isPartPaid !== true && (lines.day === null || lines.day <= asked.byDay),
  );
  const days = Map.groupBy(open, ({ day, file }) => day ?? `file ${file}`);
  const sets = [...days.values()].flatMap((set) => {
    const single = byFile(set);
    return single.length > 1 ? [set, ...single] : [set];
  });
  const fits = sets.flatMap((set) => fitOf(set, asked));
  const [only] = fits;
  return only && fits.length === 1
    ? { ...foundOf('agrees', only.set, only.net), day: only.set[0]?.day ?? null, batch: null }
    : null;
}

/** Which other file, of those before this one, has a deposit for lines already. */
function payerOf(files: readonly OtherFile[]): (lines: Lines) => string | null {
  const payers = files.flatMap(({ bankFileId, isBefore, asked }) =>
    isBefore
      ? asked
          .filter(({ agrees, isPart }) => agrees === true && isPart !== true)
          .map((each) => ({ ...each, bankFileId }))
      : [],
  );
  return ({ file, day, batch, currency }) =>
    payers.find(
      (each) =>
        each.currency === currency &&
        each.files.includes(file) &&
        (each.batch === null ? each.day === day : each.batch === batch),
    )?.bankFileId ?? null;
}

const byFile = (all: readonly Lines[]): Lines[][] => [...Map.groupBy(all, ({ file }) => file).values()];

/** These lines with what they come to, where that is what was paid. */
function fitOf(set: Lines[], { paidMinor, besides = [0] }: AskedPayout): { set: Lines[]; net: number }[] {
  const net = netsOf(set).find((each) => besides.some((own) => Math.abs(each + own) === paidMinor));
  return net === undefined ? [] : [{ set, net }];
}

/** What lines may come to together; empty where that is not known, or too many sums would have to be tried. */
function netsOf(set: readonly Lines[]): number[] {
  let sums = [0];
  for (const { nets } of set) {
    sums = [...new Set(sums.flatMap((sum) => nets.map((net) => sum + net)))];
    if (sums.length === 0 || sums.length > netsMax) return [];
  }
  return sums;
}

const foundOf = (
  state: FoundElsewhere['state'],
  set: readonly Lines[],
  netMinor: number | null,
): Omit<FoundElsewhere, 'day' | 'batch'> => ({
  state,
  files: [...new Set(set.map(({ file }) => file))],
  netMinor,
  count: set.reduce((sum, { count }) => sum + count, 0),
  parts: noParts,
});
