import { screens } from '@mizan/contract/screens.ts';
import { type Findings, isCode, isTest, type SourceFile } from './source-files.ts';

/** Longest first, so that what is found is the whole address. */
const addresses = Object.values(screens)
  .map(({ path }): string => path)
  .sort((a, b) => b.length - a.length)
  .map((path) => RegExp.escape(path));
/** Written out: behind a quote or a placeholder, and not going on as another word. */
const written = new RegExp(`(path: )?(['"\`}])(${addresses.join('|')})(?![\\w-])`, 'g');

const tables = new Set(['contract/screens.ts', 'contract/paths.ts']);
/** Whoever calls the portal from outside has its paths alone: that is what an example shows. */
const isExample = (path: string): boolean => path.startsWith('docs/examples/');
/** A test says what a person types, so that a slip in the table fails. */
const isHeld = (file: SourceFile): boolean =>
  (isCode(file) || file.path.endsWith('.html')) &&
  !isTest(file) &&
  !isExample(file.path) &&
  !tables.has(file.path);

/**
 * Addresses of screens that are written out beside the table of contract/screens.ts. The paths of routes, which may read
 * the same, stand below the API's own address and in contract/ alone.
 */
export function addressFindings(files: SourceFile[]): Findings {
  return files
    .filter(isHeld)
    .flatMap(({ path: file, text }) =>
      [...text.matchAll(written)]
        .filter(([, isRoute]) => !(isRoute && file.startsWith('contract/')))
        .map(
          ({ 3: address, index }) =>
            `${file}:${text.slice(0, index).split('\n').length} writes '${address}': read it from contract/paths.ts`,
        ),
    );
}
