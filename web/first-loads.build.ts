import { join } from 'node:path';
import { paths } from '@mizan/contract/paths.ts';
import { type Screen, type ScreenName, type ShellName, screens, shells } from '@mizan/contract/screens.ts';
import type { ModulePreloadOptions, Plugin, Rollup } from 'vite';
import type * as Pages from './pages.ts';
import { firstTexts } from './platform/first-texts.ts';

const languages = ['en', 'ar'] as const;
/** Stands in index.html for the table below; the dev server leaves it and loads everything as it comes. */
const placeholder = '/* first loads */ null';

/** What a screen shows first: index.html asks for all of it while the app's own code is still on its way. */
export interface FirstLoad {
  /** What the router imports for it, by their paths below web/. */
  modules: readonly string[];
  texts: readonly string[];
  /** What the portal is asked first, as the client writes it, where the address has no search. */
  asks: readonly string[];
  /** Whom the portal answers that, and whom the screen is for. */
  roles: readonly string[];
  /** Who is not signed in sees the login instead. */
  isProtected: boolean;
}

/** The module that a loader imports, by its path below web/. A loader is one import() and nothing besides. */
export function moduleOf(load: () => Promise<unknown>): string {
  const found = /\(["'`](?:\.|\/web)\/([\w./-]+)["'`]\)/.exec(String(load))?.[1];
  if (!found) throw new Error(`no module is imported by ${String(load)}`);
  return found;
}

/** What each screen shows first, from contract/screens.ts and web/pages.ts. */
export function firstLoadsOf({ loadAccess, loadErrors, pages, shellsShown }: typeof Pages) {
  const loadOf = (shell: ShellName, name: ScreenName, page: Pages.Page): FirstLoad => {
    const { asks = [], allow }: Screen = screens[name];
    const around = shell === 'none' ? null : shellsShown[shell];
    const loads = [...(around ? [loadAccess, around.load, loadErrors] : []), page.load, page.questions];
    return {
      modules: loads.flatMap((load) => (load ? [moduleOf(load)] : [])),
      texts: [...new Set([...firstTexts, ...(around?.texts ?? []), ...(page.texts ?? [])])],
      asks: [...shells[shell].asks, ...asks],
      roles: allow === 'public' ? [] : allow,
      isProtected: allow !== 'public',
    };
  };
  const entries = (Object.keys(pages) as ShellName[]).flatMap((shell) =>
    (Object.entries(pages[shell]) as [ScreenName, Pages.Page][]).map(
      ([name, page]) => [name, loadOf(shell, name, page)] as const,
    ),
  );
  return Object.fromEntries(entries) as Record<ScreenName, FirstLoad>;
}

/** The table as index.html reads it: by address, numbers of files; `login` is what strangers see instead. */
interface FilesByAddress {
  files: string[];
  login: string;
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
  if (!found) throw new Error(`pages.ts names ${module}, which the build has not`);
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
  if (!found) throw new Error(`pages.ts names ${origin}, which the build has not`);
  return found.fileName;
}

function tableOf(
  bundle: Bundle,
  entry: string,
  firstLoads: Readonly<Record<ScreenName, FirstLoad>>,
): FilesByAddress {
  const numbers = new Map<string, number>();
  const numberOf = (file: string): number => {
    const known = numbers.get(file) ?? numbers.size;
    numbers.set(file, known);
    return known;
  };
  // What the entry imports stands in index.html already.
  const present = filesOf(bundle, entry);
  const loads = Object.entries(firstLoads).map(([name, { modules, texts, asks, roles, isProtected }]) => {
    const code = new Set(modules.flatMap((module) => [...filesOf(bundle, module)]));
    const textsIn = (language: string) =>
      texts.map((namespace) => numberOf(textFile(bundle, language, namespace)));
    const all = [...code].filter((file) => !present.has(file)).map(numberOf);
    const [en, ar] = languages.map(textsIn) as [number[], number[]];
    return [paths[name as ScreenName], { all, en, ar, asks, roles, isProtected }] as const;
  });
  return { files: [...numbers.keys()], login: paths.login, loads: Object.fromEntries(loads) };
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

/** Native, because what it imports in turn is the browser's: the configuration is bundled without it. */
const importTable = (file: string): Promise<unknown> => import(file);

/** Writes into index.html which files each address needs, so that the browser asks for all of them at once. */
export function firstLoadsPage(): Plugin {
  return {
    name: 'mizan-first-loads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('index.html')) return html;
        if (!html.includes(placeholder)) throw new Error(`index.html has no place for its first loads`);
        const pages = (await importTable(join(import.meta.dirname, 'pages.ts'))) as typeof Pages;
        const table = tableOf(bundle, 'main.tsx', firstLoadsOf(pages));
        return paintFirst(html.replace(placeholder, JSON.stringify(table)));
      },
    },
  };
}

/**
 * What a screen's import() is told to ask for beside its code: its style sheets alone. index.html knows the other files
 * too (`askFiles`), and the list of all screens' would be loaded with the login.
 */
export const sheetsOfScreens: ModulePreloadOptions['resolveDependencies'] = (_, files, { hostId }) =>
  hostId.includes('/ground-') ? files.filter((file) => file.endsWith('.css')) : files;

/**
 * The tables of contract/ that the browser needs as what they come to: the routes that they are read from stay out of
 * it, and so does what index.html alone asks for.
 */
export function plainTables(): Plugin {
  return {
    name: 'mizan-plain-tables',
    apply: 'build',
    transform: {
      filter: { id: /\/contract\/(?:screens|paths)\.ts$/ },
      handler: async (_, id) => {
        const table = (await importTable(id)) as Record<string, unknown>;
        const lines = Object.entries(table).map(
          ([name, value]) =>
            `export const ${name} = ${JSON.stringify(value, (key, inner) => (key === 'asks' ? undefined : inner))};`,
        );
        return { code: lines.join('\n'), map: null };
      },
    },
  };
}
