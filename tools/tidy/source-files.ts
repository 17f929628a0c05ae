import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A text file of the project, by its path from the root with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** What a rule found: one sentence each, naming file and cure. An empty list is a pass. */
export type Findings = string[];

const root = fileURLToPath(new URL('../..', import.meta.url));
const skippedFolders = /^(?:node_modules|dist|coverage|test-results|\.git|\.cache|\.data.*)$/;
const textFile =
  /\.(?:ts|tsx|mjs|js|css|html|json|sql|md|tsv|csv|txt|yml|yaml)$|(?:^|\/)(?:run|\.npmrc|\.gitignore)$/;

function walk(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.test(entry.name) ? [] : walk(path);
    return entry.isFile() ? [relative(root, path).split(sep).join('/')] : [];
  });
}

/** Every text file of the project as it lies on disk, committed or not. */
export function projectFiles(): SourceFile[] {
  return walk(root)
    .filter((path) => textFile.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export const isCode = ({ path }: SourceFile): boolean => /\.(?:ts|tsx|mjs)$/.test(path);
export const isTest = ({ path }: SourceFile): boolean => /\.(?:test|e2e|cluster)\.tsx?$/.test(path);
