import { type Findings, isCode, type SourceFile } from './source-files.ts';

const sizeLimits = { fileLines: 400, medianLines: 120, functionLines: 70 } as const;

const lineCount = ({ text }: SourceFile): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

/** Files over the limit, and the median of all code files. A file that is too long has a seam: find it. */
export function sizeFindings(files: SourceFile[]): Findings {
  const sized = files.filter((file) => isCode(file) || file.path.endsWith('.css'));
  const tooLong = sized
    .filter((file) => lineCount(file) > sizeLimits.fileLines)
    .map((file) => `${file.path} has ${lineCount(file)} lines, the limit is ${sizeLimits.fileLines}`);
  const counts = sized.map(lineCount).sort((a, b) => a - b);
  const median = counts[Math.floor(counts.length / 2)] ?? 0;
  if (median <= sizeLimits.medianLines) return tooLong;
  return [...tooLong, `the median file has ${median} lines, the limit is ${sizeLimits.medianLines}`];
}

interface LintConfig {
  rules?: Record<string, unknown>;
}

/** Functions are measured by the linter, which parses; this holds the limit that it is given. */
export function functionLimitFindings(lintConfig: LintConfig): Findings {
  const rule = lintConfig.rules?.['eslint/max-lines-per-function'];
  const [severity, options] = Array.isArray(rule) ? rule : [];
  const isHeld = severity === 'error' && options?.max === sizeLimits.functionLines;
  return isHeld ? [] : [`.oxlintrc.json no longer holds functions to ${sizeLimits.functionLines} lines`];
}
