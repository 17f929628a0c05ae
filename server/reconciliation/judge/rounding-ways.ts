import { type Rate, shareHalfUp, shareTruncated } from '@mizan/contract/money.ts';

/** How a bank may round: half up as agreed, cut somewhere, or fee and VAT together once. */
type RoundingWay = 'halfUp' | 'cut' | 'together';

/** A charge as one way of rounding gives it, in minor units; fee and VAT are null where it knows them only together. */
export interface WayOfCharging {
  way: RoundingWay;
  feeMinor: number | null;
  vatMinor: number | null;
  chargeMinor: number;
}

/**
 * The charge of a payment of `amountMinor` (minor units that carry a fee) by a rate, in every way in which banks are known to
 * round: the judging asks it before it calls anything an overcharge, the fee audit to name the rate that a bank took.
 */
export function roundingWays(amountMinor: number, rate: Rate): WayOfCharging[] {
  const { capLimitMinor, processingFeeMinor, mdrBps, vatBps } = rate;
  const capped = (share: number): number =>
    (capLimitMinor === null ? share : Math.min(share, capLimitMinor)) + processingFeeMinor;
  const half = capped(shareHalfUp(amountMinor, mdrBps));
  const cut = capped(shareTruncated(amountMinor, mdrBps));
  const way = (feeMinor: number, vatMinor: number, name: RoundingWay): WayOfCharging => ({
    way: name,
    feeMinor,
    vatMinor,
    chargeMinor: feeMinor + vatMinor,
  });
  const ways = [
    way(half, shareHalfUp(half, vatBps), 'halfUp'),
    way(half, shareTruncated(half, vatBps), 'cut'),
    way(cut, shareHalfUp(cut, vatBps), 'cut'),
    way(cut, shareTruncated(cut, vatBps), 'cut'),
  ];
  const isCapped = capLimitMinor !== null && half >= capLimitMinor;
  if (isCapped) return ways;
  // Fee and VAT taken together from the amount, rounded once. In hundred-millionths, exact in BigInt.
  const whole = BigInt(amountMinor) * BigInt(mdrBps) + BigInt(processingFeeMinor) * 10_000n;
  const product = whole * (10_000n + BigInt(vatBps));
  const together = (charge: bigint): WayOfCharging => ({
    way: 'together',
    feeMinor: null,
    vatMinor: null,
    chargeMinor: Number(charge),
  });
  return [...ways, together(product / 100_000_000n), together((product + 50_000_000n) / 100_000_000n)];
}
