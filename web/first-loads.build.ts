import type { Plugin, Rollup } from 'vite';
import { adminTexts, type FirstLoad, firstLoads, merchantTexts } from './first-loads.ts';
import { firstTexts } from './platform/first-texts.ts';

const languages = ['en', 'ar'] as const;
/** Stands in index.html for the table below; the dev server leaves it and loads everything as it comes. */
const placeholder = '/* first loads */ null';

/** The table as index.html reads it: by address, numbers of files. */
interface FilesByAddress {
  files: string[];
  loads: Record<
    string,
    Pick<FirstLoad, 'asks' | 'roles' | 'isProtected'> & { all: number[]; en: number[]; ar: number[] }
  >;
}

type Bundle = Rollup.OutputBundle;

function chunkOf(bundle: Bundle, module: string): Rollup.OutputChunk {
  const id = `${import.meta.dirname}/${module}`;
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  // A module that is imported on demand and shared besides stands behind a file of its own that only passes it on.
  const found =
    chunks.find((chunk) => chunk.facadeModuleId === id) ??
    chunks.find((chunk) => chunk.moduleIds.includes(id));
  if (!found) throw new Error(`first-loads.ts names ${module}, which the build has not`);
  return found;
}

/** Every file that a module brings: its chunk, those it imports, and their style sheets. */
function filesOf(bundle: Bundle, module: string): Set<string> {
  const files = new Set<string>();
  const visit = (chunk: Rollup.OutputChunk): void => {
    if (files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
  };
  visit(chunkOf(bundle, module));
  return files;
}

function textFile(bundle: Bundle, language: string, namespace: string): string {
  const origin = `locales/${language}/${namespace}.json`;
  const found = Object.values(bundle).find(
    (file) => file.type === 'asset' && file.originalFileNames.some((name) => name.endsWith(origin)),
  );
  if (!found) throw new Error(`first-loads.ts names ${origin}, which the build has not`);
  return found.fileName;
}

function tableOf(bundle: Bundle, entry: string): FilesByAddress {
  const numbers = new Map<string, number>();
  const numberOf = (file: string): number => {
    const known = numbers.get(file) ?? numbers.size;
    numbers.set(file, known);
    return known;
  };
  // What the entry imports stands in index.html already.
  const present = filesOf(bundle, entry);
  const loads = Object.entries(firstLoads).map(([address, { modules, texts, asks, roles, isProtected }]) => {
    const code = new Set(modules.flatMap((module) => [...filesOf(bundle, module)]));
    const namespaces = new Set<string>([...firstTexts, ...texts]);
    const textsIn = (language: string) =>
      [...namespaces].map((namespace) => numberOf(textFile(bundle, language, namespace)));
    const all = [...code].filter((file) => !present.has(file)).map(numberOf);
    const [en, ar] = languages.map(textsIn) as [number[], number[]];
    return [address, { all, en, ar, asks, roles, isProtected }] as const;
  });
  return { files: [...numbers.keys()], loads: Object.fromEntries(loads) };
}

const styleSheet = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Moves the style sheets behind what the page shows until the app does: in the head the browser would wait for them,
 * and on a narrow line show nothing for seconds. The app's script waits for them all the same.
 */
function paintFirst(html: string): string {
  const sheets = html.match(styleSheet) ?? [];
  if (sheets.length === 0) throw new Error('index.html names no style sheet');
  return html.replace(styleSheet, '').replace('</body>', `${sheets.join('').trimStart()}\n  </body>`);
}

/** Writes into index.html which files each address needs, so that the browser asks for all of them at once. */
export function firstLoadsPage(): Plugin {
  return {
    name: 'mizan-first-loads',
    apply: 'build',
    // The app itself reads the texts alone: the rest stands in index.html.
    transform: {
      filter: { id: /\/web\/first-loads\.ts$/ },
      handler: () => {
        const texts = Object.entries(firstLoads).map(([address, load]) => [address, { texts: load.texts }]);
        const read = { firstLoads: Object.fromEntries(texts), merchantTexts, adminTexts };
        const lines = Object.entries(read).map(
          ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
        );
        return { code: lines.join('\n'), map: null };
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('index.html')) return html;
        if (!html.includes(placeholder)) throw new Error(`index.html has no place for its first loads`);
        return paintFirst(html.replace(placeholder, JSON.stringify(tableOf(bundle, 'main.tsx'))));
      },
    },
  };
}
