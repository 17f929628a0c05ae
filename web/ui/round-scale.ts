const niceSteps = [1, 2, 2.5, 5, 10];
const wantedLines = 3;

/**
 * Round values for the lines behind bars, from 0 up to at least `max`, in whatever `max` is counted in: at most four of
 * them; `[0]` where nothing is above 0.
 */
export function scaleOf(max: number): number[] {
  if (max <= 0) return [0];
  const rough = max / wantedLines;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * (niceSteps.find((each) => each * magnitude >= rough) ?? 10);
  const lines = Math.ceil(max / step);
  return Array.from({ length: lines + 1 }, (_, index) => index * step);
}
