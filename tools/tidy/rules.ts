import { type Findings, isCode, type SourceFile } from './source-files.ts';

const cited = /\brules ((?:[SD]\d+(?:\.\d+)?(?:, | and )?)+)/gi;
const elsewhere =
  /\bspecification\b|\bdesign, sections? \d|\bthe design's\b|\b(?:of|in|by) the design\b|\bissue \d+\b/;
/** Once run, a migration is never edited. */
const isFrozen = ({ path }: SourceFile): boolean => path.startsWith('server/migrations/');

/** Rules that a comment names and docs/rules.md has not, and comments that lean on a document that is not here. */
export function ruleFindings(files: SourceFile[]): Findings {
  const page = files.find(({ path }) => path === 'docs/rules.md')?.text ?? '';
  const known = new Set([...page.matchAll(/^(?:## |- )([SD]\d+(?:\.\d+)?) /gm)].map(([, id]) => id));
  return files
    .filter((file) => (isCode(file) || file.path.endsWith('.css')) && !file.path.startsWith('tools/tidy'))
    .flatMap((file) => [
      ...[...file.text.matchAll(cited)]
        .flatMap(([, ids = '']) => ids.match(/[SD]\d+(?:\.\d+)?/g) ?? [])
        .filter((id) => !known.has(id))
        .map((id) => `${file.path} names rule ${id}, which docs/rules.md has not`),
      ...(elsewhere.test(file.text) && !isFrozen(file)
        ? [`${file.path} leans on a document that is not here: name its rule of docs/rules.md`]
        : []),
    ]);
}
