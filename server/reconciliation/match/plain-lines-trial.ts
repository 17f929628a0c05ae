/** A line or a payment, with what the exact passes look at; for tests. */
export interface Spot {
  tid: string;
  rrn: string | null;
  stan: string | null;
  auth: string | null;
  last4: string;
  /** Below zero for a refund. */
  amount: number;
  hour: string;
  /** A payment's own, or the one that a line prints. */
  reference: string | null;
  /** The place of the payment that a refund takes back; null of a line. */
  sale: number | null;
  /** The RRN of that payment. */
  saleRrn?: string | null;
}

/** Whether a line names another payment than this one by its id. */
export const isOtherById = (payments: readonly Spot[], line: Spot, payment: Spot): boolean =>
  line.reference !== null &&
  line.reference !== payment.reference &&
  payments.some(({ reference, amount }) => reference === line.reference && amount < 0 === line.amount < 0);

/** Lines of one RRN and terminal that come to one payment are one line, the first by what stands in them; the others have nothing left. */
export function plainSums(lines: readonly Spot[], payments: readonly Spot[]): Spot[] {
  const summed = lines.map((line) => ({ ...line }));
  const isOther = (line: Spot, payment: Spot): boolean =>
    line.last4 !== payment.last4 ||
    (line.auth !== null && payment.auth !== null
      ? line.auth !== payment.auth
      : line.stan !== null && payment.stan !== null && line.stan !== payment.stan);
  const groups = Map.groupBy(summed, ({ tid, rrn, amount }) => `${tid} ${rrn} ${amount < 0}`);
  for (const group of groups.values()) {
    const [one] = group as [Spot];
    const sum = group.reduce((all, { amount }) => all + amount, 0);
    const named = payments.filter(({ tid, rrn }) => rrn !== null && rrn === one.rrn && tid === one.tid);
    const whole = named.filter(({ amount }) => amount === sum);
    const isOwn = named.some((payment) => group.some(({ amount }) => amount === payment.amount));
    if (group.length < 2 || whole.length !== 1 || isOwn) continue;
    if (
      group.some((line) => isOther(line, whole[0] as Spot) || isOtherById(payments, line, whole[0] as Spot))
    )
      continue;
    const [first, ...others] = group.toSorted(
      (a, b) => Number(a.hour) - Number(b.hour) || a.amount - b.amount || compareSpots(a, b),
    ) as [Spot, ...Spot[]];
    first.amount = sum;
    for (const other of others) other.amount = 0;
  }
  return summed;
}

/** Lines by what stands in them: no reference and no STAN before any, no RRN and no approval code behind all. */
export const compareSpots = (a: Spot, b: Spot): number => {
  const content = (spot: Spot): string =>
    [
      spot.hour,
      spot.reference === null ? '' : '~',
      spot.tid,
      spot.rrn ?? '~',
      spot.stan ?? '',
      spot.auth ?? '~',
      spot.last4,
      spot.reference ?? '',
    ].join('\t');
  return content(a) < content(b) ? -1 : content(a) > content(b) ? 1 : 0;
};
