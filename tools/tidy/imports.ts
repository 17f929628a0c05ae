import { posix } from 'node:path';
import { isCode, isTest, type SourceFile } from './source-files.ts';

export interface Import {
  /** The file that imports. */
  from: string;
  /** As written. */
  specifier: string;
  /** The project file it names, by its path from the root; null for a package or a module of Node. */
  target: string | null;
  isTestFile: boolean;
}

const patterns = [
  /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]/gm,
  /^\s*\}\s*from\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
];

function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const own = /^@mizan\/([a-z]+)\/(.+)$/.exec(specifier);
  return own ? `${own[1]}/${own[2]}` : null;
}

/** Every import and re-export of the code files, resolved where it names a file of ours. */
export function importsOf(files: SourceFile[]): Import[] {
  return files.filter(isCode).flatMap((file) => {
    const specifiers = patterns.flatMap((pattern) =>
      [...file.text.matchAll(pattern)].map((match) => match[1] ?? ''),
    );
    return [...new Set(specifiers)].map((specifier) => ({
      from: file.path,
      specifier,
      target: targetOf(file.path, specifier),
      isTestFile: isTest(file),
    }));
  });
}
