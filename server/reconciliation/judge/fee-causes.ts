import type { FeeCauseKind, roundingNames, vatBases } from '@mizan/contract/fee-audit.ts';
import { chargeSteps, type Rate, shareHalfUp } from '@mizan/contract/money.ts';
import { roundingWays, type WayOfCharging } from './rounding-ways.ts';

/**
 * Why banks charged what they did: every way of reckoning that gives the charged figures to the halala, by the arithmetic of
 * the judging itself (docs/decisions/0073-the-fee-audit.md). All amounts are minor units.
 */
export interface ChargedLine {
  /** Lines of one group have one bank, card scheme, currency and agreed rate. */
  group: string;
  /** What carries a fee: a purchase without its cash. */
  feeableMinor: number;
  isPurchase: boolean;
  /** Whether the judging found it to be rounding. */
  isRounding: boolean;
  /** Whether a later file says it of a payment that an earlier one has: nobody held its batch against the rate. */
  isCorrected: boolean;
  rate: Rate;
  /** Fee and VAT together, as the line has them; apart where it says both. */
  chargedMinor: number;
  chargedFeeMinor: number | null;
  chargedVatMinor: number | null;
  agreedFeeMinor: number;
  agreedVatMinor: number;
  /** What else was ever agreed with the bank for the card scheme. */
  others: readonly { id: string; rate: Rate }[];
}

export interface FoundCause {
  /** The same for lines of one cause: 'otherRate.12'. */
  key: string;
  kind: FeeCauseKind;
  rateId: string | null;
  takenMinor: number | null;
  vatBase: (typeof vatBases)[number] | null;
  rounding: (typeof roundingNames)[number] | null;
  /** Fee and VAT as this way of reckoning gives them; null where it knows them only together. */
  feeMinor: number | null;
  vatMinor: number | null;
}

const cause = (kind: FeeCauseKind, more: Partial<FoundCause> = {}, mark?: string | number): FoundCause => ({
  key: mark === undefined ? kind : `${kind}.${mark}`,
  kind,
  rateId: null,
  takenMinor: null,
  vatBase: null,
  rounding: null,
  feeMinor: null,
  vatMinor: null,
  ...more,
});

/** Whether a way of reckoning gives what was charged, and where the line says fee and VAT apart, both of them. */
function gives(line: ChargedLine, way: Omit<WayOfCharging, 'way'>): boolean {
  if (way.chargeMinor !== line.chargedMinor) return false;
  if (line.chargedFeeMinor === null || way.feeMinor === null) return true;
  return way.feeMinor === line.chargedFeeMinor && way.vatMinor === line.chargedVatMinor;
}

const ofRate = (line: ChargedLine, rate: Rate): WayOfCharging | undefined =>
  roundingWays(line.feeableMinor, rate).find((way) => gives(line, way));

/** The cause of each line, in their order. */
export function causesOf(lines: readonly ChargedLine[]): FoundCause[] {
  const found: (readonly FoundCause[])[] = lines.map((line) => possible(line));
  for (const group of Map.groupBy(lines.keys(), (at) => lines[at]?.group).values()) {
    const at = [...group];
    const shown = shownByMany(
      at.map((index) => ({ line: lines[index] as ChargedLine, causes: found[index] as FoundCause[] })),
    );
    for (const index of at)
      found[index] = (found[index] as FoundCause[]).filter((each) => !isGuess(each) || shown.has(each.key));
    settle(at, found);
  }
  return found.map((causes, index) => chosen(causes, lines[index] as ChargedLine));
}

/** Any single charge is some processing fee, or some cap: only several lines together show one. */
const isGuess = ({ kind }: FoundCause): boolean => kind === 'processingFee' || kind === 'otherCap';

/** Everything that gives the figures of one line by itself. */
function possible(line: ChargedLine): FoundCause[] {
  if (line.isRounding) return [roundingOf(line)];
  // Nothing is agreed to be kept of money that is given back.
  if (!line.isPurchase) return [cause('refund')];
  return [...otherRates(line), ...withoutCap(line), ...otherVat(line), ...flatAmounts(line)];
}

function roundingOf(line: ChargedLine): FoundCause {
  const ways = new Set(
    roundingWays(line.feeableMinor, line.rate)
      .filter((each) => each.way !== 'halfUp' && gives(line, each))
      .map(({ way }) => way as 'cut' | 'together'),
  );
  const [way] = ways;
  const rounding = ways.size > 1 ? 'some' : (way ?? (line.isCorrected ? 'some' : 'batch'));
  return cause('rounding', { rounding }, rounding);
}

const sameRate = (a: Rate, b: Rate): boolean =>
  a.mdrBps === b.mdrBps &&
  a.vatBps === b.vatBps &&
  a.capLimitMinor === b.capLimitMinor &&
  a.processingFeeMinor === b.processingFeeMinor;

/** Rates of other days, each set of terms once. */
function otherRates(line: ChargedLine): FoundCause[] {
  const tried: Rate[] = [line.rate];
  return line.others.flatMap(({ id, rate }) => {
    if (tried.some((each) => sameRate(each, rate))) return [];
    tried.push(rate);
    const way = ofRate(line, rate);
    return way
      ? [cause('otherRate', { rateId: id, feeMinor: way.feeMinor, vatMinor: way.vatMinor }, id)]
      : [];
  });
}

function withoutCap(line: ChargedLine): FoundCause[] {
  if (!chargeSteps(line.feeableMinor, line.rate).isCapped) return [];
  const way = ofRate(line, { ...line.rate, capLimitMinor: null });
  return way ? [cause('noCap', { feeMinor: way.feeMinor, vatMinor: way.vatMinor })] : [];
}

/** The right fee with the VAT of another one. */
function otherVat(line: ChargedLine): FoundCause[] {
  const { shareMinor, mdrMinor, feeMinor, isCapped } = chargeSteps(line.feeableMinor, line.rate);
  const { processingFeeMinor, vatBps } = line.rate;
  const of = (base: (typeof vatBases)[number], baseMinor: number): FoundCause[] => {
    const vatMinor = shareHalfUp(baseMinor, vatBps);
    return gives(line, { feeMinor, vatMinor, chargeMinor: feeMinor + vatMinor })
      ? [cause('vatBase', { vatBase: base, feeMinor, vatMinor }, base)]
      : [];
  };
  return [
    ...(isCapped ? of('beforeCap', shareMinor + processingFeeMinor) : []),
    ...(processingFeeMinor > 0 ? of('withoutProcessing', mdrMinor) : []),
  ];
}

/** The fee of which, with its VAT half up, the charge is made; null where none is. */
function feeIn(line: ChargedLine): number | null {
  const { vatBps } = line.rate;
  const about = Math.round((line.chargedMinor * 10_000) / (10_000 + vatBps));
  const fee = [about - 1, about, about + 1].find(
    (each) => each >= 0 && each + shareHalfUp(each, vatBps) === line.chargedMinor,
  );
  if (fee === undefined) return null;
  const isSaid = gives(line, {
    feeMinor: fee,
    vatMinor: line.chargedMinor - fee,
    chargeMinor: line.chargedMinor,
  });
  return isSaid ? fee : null;
}

/** The processing fee, and for a capped line the cap, that this line alone would show. */
function flatAmounts(line: ChargedLine): FoundCause[] {
  const { shareMinor, mdrMinor, isCapped } = chargeSteps(line.feeableMinor, line.rate);
  const feeMinor = feeIn(line);
  if (feeMinor === null) return [];
  const said = { feeMinor, vatMinor: line.chargedMinor - feeMinor };
  const processing = feeMinor - mdrMinor;
  const cap = feeMinor - line.rate.processingFeeMinor;
  const flat: FoundCause[] = [];
  if (processing >= 0 && processing !== line.rate.processingFeeMinor)
    flat.push(cause('processingFee', { takenMinor: processing, ...said }, processing));
  if (isCapped && cap >= 0 && cap < shareMinor && cap !== line.rate.capLimitMinor)
    flat.push(cause('otherCap', { takenMinor: cap, ...said }, cap));
  return flat;
}

interface Tried {
  line: ChargedLine;
  causes: readonly FoundCause[];
}

/**
 * Which processing fees and caps several lines show. A processing fee: lines below the cap whose amounts lie so far apart that no
 * difference of percentages would give them the same amount, rounding included. A cap: two whose percentages differ.
 */
function shownByMany(tried: readonly Tried[]): Set<string> {
  const shown = new Set<string>();
  const guesses = tried.flatMap(({ line, causes }) => causes.filter(isGuess).map((each) => ({ line, each })));
  for (const [key, same] of Map.groupBy(guesses, ({ each }) => each.key)) {
    const [first] = same;
    if (!first) continue;
    if (first.each.kind === 'otherCap') {
      if (new Set(same.map(({ line }) => shareOf(line))).size > 1) shown.add(key);
      continue;
    }
    const below = same.filter(({ line }) => !chargeSteps(line.feeableMinor, line.rate).isCapped);
    const amounts = below.map(({ line }) => line.feeableMinor);
    const least = Math.min(...amounts);
    const most = Math.max(...amounts);
    const away = Math.abs((first.each.takenMinor ?? 0) - first.line.rate.processingFeeMinor);
    // A share of `least` that rounds to `away` and one of `most` that does so as well are at most this far apart.
    if (below.length > 1 && most * (away - 1) > least * (away + 1)) shown.add(key);
  }
  return shown;
}

const shareOf = (line: ChargedLine): number => chargeSteps(line.feeableMinor, line.rate).shareMinor;

/** Where several causes give a line, the one that other lines have alone. */
function settle(at: readonly number[], found: (readonly FoundCause[])[]): void {
  const alone = new Set(
    at.flatMap((index) => {
      const [only, ...more] = found[index] ?? [];
      return only && more.length === 0 ? [only.key] : [];
    }),
  );
  for (const index of at) {
    const causes = found[index] ?? [];
    if (causes.length < 2) continue;
    const known = causes.filter(({ key }) => alone.has(key));
    if (known.length === 1) found[index] = known;
  }
}

/** One cause, or that there are several or none, with fee and VAT as far as they are known. */
function chosen(causes: readonly FoundCause[], line: ChargedLine): FoundCause {
  const [only, second] = causes;
  const one = second ? cause('several') : (only ?? cause('unexplained'));
  if (line.chargedFeeMinor === null) return one;
  return { ...one, feeMinor: line.chargedFeeMinor, vatMinor: line.chargedVatMinor };
}
