import type { Proof } from './proof.ts';

/** What the proof as a whole says in one sentence, and never more than is known: by the names of the sentences. */
export function proofSays({ missing, doubts, total }: Pick<Proof, 'missing' | 'doubts' | 'total'>) {
  if (missing.length === 2) return 'missing.both';
  const [level] = missing;
  if (level) return `missing.${level}` as const;
  const gaps = [total.gaps.host, total.gaps.terminals, total.gaps.lines, total.gaps.deposit];
  if (doubts.length > 0) return 'doubt';
  for (const tone of ['differs', 'waits', 'decided'] as const) {
    if (gaps.some((gap) => gap?.tone === tone)) return tone;
  }
  return gaps.includes(null) ? 'partly' : 'agrees';
}

/** Of which levels nothing is known, and why, by the names of the sentences. */
export const proofUnknown = ({ total, currency }: Pick<Proof, 'total' | 'currency'>) => [
  ...(total.terminals === null ? [currency === 'SAR' ? ('terminals' as const) : ('riyals' as const)] : []),
  ...(total.deposit === null
    ? [total.isPaidTogether ? ('deposit' as const) : ('nothingArrived' as const)]
    : []),
];
