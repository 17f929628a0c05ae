import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { factIds } from '@mizan/contract/facts.ts';

/** Names the file in which the test files of a run note which facts they caused. */
const variable = 'MIZAN_FACTS_CAUSED';

/** For the run: a file that all its processes know. */
export function openFactsFile(): { missing(): string[]; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'mizan-facts-'));
  const file = join(folder, 'facts');
  appendFileSync(file, '');
  process.env[variable] = file;
  return {
    missing: () => {
      const caused = new Set(readFileSync(file, 'utf8').split('\n'));
      return factIds.filter((fact) => !caused.has(fact));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** For a test file: notes each fact once. */
export function noteFact(noted: Set<string>, fact: string): void {
  const file = process.env[variable];
  if (!file || noted.has(fact)) return;
  noted.add(fact);
  appendFileSync(file, `${fact}\n`);
}
