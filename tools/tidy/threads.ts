import { importsOf } from './imports.ts';
import type { Findings, SourceFile } from './source-files.ts';

/** A page of it takes longer than everything else that a portal does: a thread of its own loads it, and no other. */
const slowPackage = 'pdfkit';

/** Types are gone before a module runs. */
const withoutTypes = (file: SourceFile): SourceFile => ({
  ...file,
  text: file.text.replaceAll(/^(?:import|export) type\s[^;]*;/gm, ''),
});

/** How what `start` loads comes to the package that belongs into a thread; nothing where it does not. */
export function threadFindings(files: SourceFile[], start = 'server/main.ts'): Findings {
  const imports = Map.groupBy(importsOf(files.map(withoutTypes)), ({ from }) => from);
  const ways = new Map([[start, start]]);
  // A map is walked in the order of its growth.
  for (const [path, way] of ways) {
    for (const { specifier, target } of imports.get(path) ?? []) {
      if (specifier === slowPackage)
        return [`${way} loads ${slowPackage} where requests are answered: let a *.worker.ts do it`];
      if (target !== null && !ways.has(target)) ways.set(target, `${way} > ${target}`);
    }
  }
  return [];
}
