export type Verdict = 'BALANCED' | 'GROSS_AGREED' | 'UNBALANCED' | 'INCOMPLETE';

/** The balance in one stroke: level, level with both pans dashed, tilted, or with one pan dashed. Marks do not mirror in Arabic. */
const strokes: Record<Verdict, { whole: string; dashed?: string }> = {
  BALANCED: {
    whole:
      'M7.5 11 4.2 20H2A6.5 6.5 0 0 0 13 20H10.8L7.5 11H14A2.6 2.6 0 1 1 18 11H24.5L21.2 20H19A6.5 6.5 0 0 0 30 20H27.8L24.5 11',
  },
  GROSS_AGREED: {
    whole: 'M7.5 11H14A2.6 2.6 0 1 1 18 11H24.5',
    dashed:
      'M7.5 11 4.2 20H2A6.5 6.5 0 0 0 13 20H10.8L7.5 11M24.5 11 21.2 20H19A6.5 6.5 0 0 0 30 20H27.8L24.5 11',
  },
  UNBALANCED: {
    whole:
      'M7.5 14.5 4.2 23.5H2A6.5 6.5 0 0 0 13 23.5H10.8L7.5 14.5 14.2 11.7A2.6 2.6 0 1 1 17.8 10.3L24.5 7.5 21.2 16.5H19A6.5 6.5 0 0 0 30 16.5H27.8L24.5 7.5',
  },
  INCOMPLETE: {
    whole: 'M7.5 11 4.2 20H2A6.5 6.5 0 0 0 13 20H10.8L7.5 11H14A2.6 2.6 0 1 1 18 11H24.5',
    dashed: 'M24.5 11 21.2 20H19A6.5 6.5 0 0 0 30 20H27.8L24.5 11',
  },
};

export interface MizanMarkProps {
  verdict?: Verdict;
  /** Edge length in px. */
  size?: number;
  stroke?: number;
  className?: string | undefined;
}

/** The mark is the verdict. Decorative: a word always stands beside it. */
export function MizanMark({ verdict = 'BALANCED', size = 26, stroke = 2, className }: MizanMarkProps) {
  const { whole, dashed } = strokes[verdict];
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={whole} />
      {dashed && <path d={dashed} strokeDasharray="2.4 3.2" />}
    </svg>
  );
}
