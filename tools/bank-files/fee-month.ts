import type { Random } from './random.ts';

/**
 * A month of a bank's charges, with what was agreed, how the bank rounds and what it takes too much, each answer written down
 * before any file is. Exact whole numbers; nothing of the engine or the portal is asked. Amounts are minor units.
 */

const feeSchemes = ['Mada', 'Visa', 'MasterCard'] as const;
type FeeScheme = (typeof feeSchemes)[number];

interface AgreedRate {
  scheme: FeeScheme;
  /** 'YYYY-MM-DD' */
  validFrom: string;
  mdrBps: number;
  vatBps: number;
  capLimitMinor: number | null;
  processingFeeMinor: number;
}

/** How a bank rounds what it charges rightly: each line by itself, fee and VAT at once, or the VAT or both over a batch. */
export const feeRoundings = [
  'halfUp',
  'cutVat',
  'cutFee',
  'cutBoth',
  'together',
  'togetherCut',
  'vatOfBatch',
  'vatOfBatchCut',
  'vatOfMixedBatch',
  'allOfBatch',
] as const;
export type FeeRounding = (typeof feeRoundings)[number];

/** What a bank may do to a line beside rounding. */
const wrongs = [
  'olderRate',
  'laterRate',
  'noCap',
  'moreProcessing',
  'vatBeforeCap',
  'vatWithoutProcessing',
  'odd',
] as const;
type Wrong = (typeof wrongs)[number];

export interface ChargedSale {
  scheme: FeeScheme;
  amountMinor: number;
  day: string;
  rate: AgreedRate;
  batch: string;
  agreed: Charge;
  charged: Charge;
  wrong: Wrong | null;
}
interface Charge {
  feeMinor: number;
  vatMinor: number;
}

export interface FeeMonth {
  rates: AgreedRate[];
  rounding: FeeRounding;
  /** Whether the file says fee and VAT in columns of their own, and to which batch a line belongs. */
  isApart: boolean;
  hasBatches: boolean;
  sales: ChargedSale[];
}

/** Shares of whole numbers, half up or cut. */
const half = (value: number, bps: number): number => Number((BigInt(value) * BigInt(bps) + 5_000n) / 10_000n);
const cut = (value: number, bps: number): number => Number((BigInt(value) * BigInt(bps)) / 10_000n);
const sumOf = ({ feeMinor, vatMinor }: Charge): number => feeMinor + vatMinor;

/** Further away than this from what was agreed, no rounding explains a line. */
const roundingMax = 2;

function feeOf(amountMinor: number, rate: AgreedRate, share: typeof half = half): number {
  const { mdrBps, capLimitMinor, processingFeeMinor } = rate;
  const part = share(amountMinor, mdrBps);
  return (capLimitMinor === null ? part : Math.min(part, capLimitMinor)) + processingFeeMinor;
}
const agreedOf = (amountMinor: number, rate: AgreedRate): Charge => {
  const feeMinor = feeOf(amountMinor, rate);
  return { feeMinor, vatMinor: half(feeMinor, rate.vatBps) };
};

/** What a bank that rounds so takes of a line by itself. */
function byLine(amountMinor: number, rate: AgreedRate, rounding: FeeRounding): Charge {
  const cutsFee = rounding === 'cutFee' || rounding === 'cutBoth';
  const cutsVat = rounding === 'cutVat' || rounding === 'cutBoth';
  const feeMinor = feeOf(amountMinor, rate, cutsFee ? cut : half);
  const isCapped = rate.capLimitMinor !== null && half(amountMinor, rate.mdrBps) >= rate.capLimitMinor;
  if ((rounding === 'together' || rounding === 'togetherCut') && !isCapped) {
    // In hundred-millionths: the whole charge of amount and processing fee, rounded once.
    const whole =
      (BigInt(amountMinor) * BigInt(rate.mdrBps) + BigInt(rate.processingFeeMinor) * 10_000n) *
      BigInt(10_000 + rate.vatBps);
    const charge = Number((whole + (rounding === 'together' ? 50_000_000n : 0n)) / 100_000_000n);
    return { feeMinor, vatMinor: charge - feeMinor };
  }
  return { feeMinor, vatMinor: (cutsVat ? cut : half)(feeMinor, rate.vatBps) };
}

/** What is taken otherwise than agreed; null where the line cannot show it. */
function wrongly(
  sale: Pick<ChargedSale, 'amountMinor' | 'rate' | 'agreed'>,
  wrong: Wrong,
  rates: readonly AgreedRate[],
): Charge | null {
  const { amountMinor, rate, agreed } = sale;
  const same = rates.filter(({ scheme }) => scheme === rate.scheme);
  const at = same.indexOf(rate);
  const { capLimitMinor, processingFeeMinor, vatBps, mdrBps } = rate;
  const share = half(amountMinor, mdrBps);
  const isCapped = capLimitMinor !== null && share > capLimitMinor;
  const of = (other: AgreedRate | undefined): Charge | null => (other ? agreedOf(amountMinor, other) : null);
  const vat = (base: number): Charge => ({ feeMinor: agreed.feeMinor, vatMinor: half(base, vatBps) });
  const ways: Record<Wrong, () => Charge | null> = {
    olderRate: () => of(same[at - 1]),
    laterRate: () => of(same[at + 1]),
    noCap: () => (isCapped ? of({ ...rate, capLimitMinor: null }) : null),
    moreProcessing: () => of({ ...rate, processingFeeMinor: processingFeeMinor + 75 }),
    vatBeforeCap: () => (isCapped ? vat(share + processingFeeMinor) : null),
    vatWithoutProcessing: () => (processingFeeMinor > 0 ? vat(agreed.feeMinor - processingFeeMinor) : null),
    odd: () => ({ feeMinor: agreed.feeMinor + 1_111, vatMinor: agreed.vatMinor }),
  };
  const charged = ways[wrong]();
  // So near to what was agreed nobody can tell it from rounding, and nothing of it may be claimed.
  return charged && Math.abs(sumOf(charged) - sumOf(agreed)) > roundingMax ? charged : null;
}

function ratesOf(random: Random): AgreedRate[] {
  const change = `2026-11-${String(random.whole(6, 16)).padStart(2, '0')}`;
  return feeSchemes.flatMap((scheme): AgreedRate[] => {
    const cap = scheme === 'Mada' ? random.whole(20, 60) * 100 : null;
    const first: AgreedRate = {
      scheme,
      validFrom: '2026-10-01',
      mdrBps: random.whole(60, 250),
      vatBps: 1_500,
      capLimitMinor: cap,
      processingFeeMinor: random.oneIn(2) ? 0 : random.whole(10, 80),
    };
    const second = {
      ...first,
      validFrom: change,
      mdrBps: first.mdrBps + random.pick([-25, -15, 15, 30]),
      capLimitMinor: cap === null ? null : cap + random.pick([-500, 500]),
    };
    return [first, second];
  });
}

function saleOf(random: Random, rates: readonly AgreedRate[]): ChargedSale {
  const scheme = random.pick(feeSchemes);
  const day = `2026-11-${String(random.whole(2, 20)).padStart(2, '0')}`;
  const rate = rates.filter((each) => each.scheme === scheme && each.validFrom <= day).at(-1);
  if (!rate) throw new Error('a rate holds on every day of the month');
  const amountMinor = random.oneIn(4) ? random.whole(400_000, 1_500_000) : random.whole(2_000, 120_000);
  const agreed = agreedOf(amountMinor, rate);
  return { scheme, amountMinor, day, rate, batch: '', agreed, charged: agreed, wrong: null };
}

const isOfBatch = (rounding: FeeRounding): boolean =>
  rounding.includes('OfBatch') || rounding.includes('Mixed');

/** Charges right lines of one batch over the batch: sums are rounded once, and each line has what its own adds to the sum. */
function chargeBatch(lines: readonly ChargedSale[], rounding: FeeRounding): void {
  let amount = 0;
  let fees = 0;
  const round = rounding === 'vatOfBatchCut' ? cut : half;
  for (const sale of lines) {
    const { rate, amountMinor } = sale;
    const isPlain = rate.capLimitMinor === null && rate.processingFeeMinor === 0;
    if (rounding === 'allOfBatch' && isPlain) {
      const [before, now] = [agreedOf(amount, rate), agreedOf(amount + amountMinor, rate)];
      sale.charged = { feeMinor: now.feeMinor - before.feeMinor, vatMinor: now.vatMinor - before.vatMinor };
      amount += amountMinor;
      continue;
    }
    const { feeMinor } = sale.agreed;
    const vatMinor = round(fees + feeMinor, rate.vatBps) - round(fees, rate.vatBps);
    sale.charged = { feeMinor, vatMinor };
    fees += feeMinor;
  }
}

/** A month with `count` payments, charged by a bank with one way of rounding and some lines that it charges wrongly. */
export function feeMonth(random: Random, count: number, rounding: FeeRounding): FeeMonth {
  const rates = ratesOf(random);
  const isMixed = rounding === 'vatOfMixedBatch';
  const sales = Array.from({ length: count }, () => saleOf(random, rates));
  for (const sale of sales) {
    sale.batch = `${Number(sale.day.slice(8))}${isMixed ? '0' : feeSchemes.indexOf(sale.scheme) + 1}`;
    const wrong = random.oneIn(3) ? random.pick(wrongs) : null;
    const charged = wrong && wrongly(sale, wrong, rates);
    if (charged) Object.assign(sale, { wrong, charged });
    else sale.charged = byLine(sale.amountMinor, sale.rate, rounding);
  }
  if (isOfBatch(rounding)) {
    const right = sales.filter(({ wrong }) => wrong === null);
    for (const lines of Map.groupBy(right, ({ batch }) => batch).values()) chargeBatch(lines, rounding);
  }
  return { rates, rounding, isApart: random.oneIn(2), hasBatches: isMixed || random.oneIn(2), sales };
}

export interface FeeAnswer {
  count: number;
  agreedMinor: number;
  chargedMinor: number;
  overCount: number;
  overMinor: number;
  underCount: number;
  underMinor: number;
  roundingCount: number;
  roundingMinor: number;
}

/** What an audit of these lines has to say. */
export function feeAnswer(sales: readonly ChargedSale[]): FeeAnswer {
  const answer: FeeAnswer = {
    count: sales.length,
    agreedMinor: 0,
    chargedMinor: 0,
    overCount: 0,
    overMinor: 0,
    underCount: 0,
    underMinor: 0,
    roundingCount: 0,
    roundingMinor: 0,
  };
  for (const { agreed, charged, wrong } of sales) {
    const minor = sumOf(charged) - sumOf(agreed);
    answer.agreedMinor += sumOf(agreed);
    answer.chargedMinor += sumOf(charged);
    if (minor === 0) continue;
    const side = wrong === null ? 'rounding' : minor > 0 ? 'over' : 'under';
    answer[`${side}Count`] += 1;
    answer[`${side}Minor`] += minor;
  }
  return answer;
}

const riyals = (minor: number): string =>
  `${minor < 0 ? '-' : ''}${Math.floor(Math.abs(minor) / 100)}.${String(Math.abs(minor) % 100).padStart(2, '0')}`;

export interface KeysOfSale {
  tid: string;
  rrn: string;
  approvalCode: string;
  lastFour: string;
  /** '2026-11-20 14:05', in Riyadh. */
  at: string;
}

/** The bank's file, a line for each sale with the keys that its terminal gave it. */
export function feeFile({ sales, isApart, hasBatches }: FeeMonth, keys: readonly KeysOfSale[]): string {
  const header = [
    'Terminal ID,RRN,Approval Code,Transaction Date,Card Number',
    ...(hasBatches ? ['Batch No'] : []),
    `Amount,${isApart ? 'Fee,VAT' : 'Total Fee'},Net Amount`,
  ].join(',');
  const lines = sales.map(({ amountMinor, charged, batch }, at) => {
    const key = keys[at] as KeysOfSale;
    const money = [
      amountMinor,
      ...(isApart ? [charged.feeMinor, charged.vatMinor] : [sumOf(charged)]),
      amountMinor - sumOf(charged),
    ];
    return [
      key.tid,
      key.rrn,
      key.approvalCode,
      `${key.at}:00`,
      `484783******${key.lastFour}`,
      ...(hasBatches ? [batch] : []),
      ...money.map(riyals),
    ].join(',');
  });
  return [header, ...lines, ''].join('\n');
}
