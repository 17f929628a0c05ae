import { builtinModules } from 'node:module';
import { importsOf } from './imports.ts';
import type { Findings, SourceFile } from './source-files.ts';

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const workspaces = ['contract', 'server', 'web', 'terminal'];
const exactVersion = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;
/** Configuration and the test harness run at development time, like tests. */
const developmentFile =
  /\.test\.tsx?$|\.cluster\.ts$|(?:^|\/)vite(?:st)?\.config\.ts$|\/testing\/|\.build\.ts$/;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

function manifestOf(files: SourceFile[], folder: string): Manifest {
  const path = folder === '' ? 'package.json' : `${folder}/package.json`;
  return JSON.parse(files.find((file) => file.path === path)?.text ?? '{}');
}

/** The packages that files of `folder` may import: at run time, and while developing. */
function declaredIn(files: SourceFile[], folder: string): { run: Set<string>; develop: Set<string> } {
  const own = manifestOf(files, folder);
  const run = new Set(Object.keys({ ...own.dependencies, ...own.optionalDependencies }));
  const shared = manifestOf(files, '').devDependencies;
  return { run, develop: new Set([...run, ...Object.keys({ ...own.devDependencies, ...shared })]) };
}

/** Packages that are imported without being declared by their workspace: they work only by chance of hoisting. */
export function undeclaredFindings(files: SourceFile[]): Findings {
  const declared = new Map(workspaces.concat('').map((folder) => [folder, declaredIn(files, folder)]));
  return importsOf(files).flatMap(({ from, specifier }) => {
    if (/^[./]|^node:|\$\{/.test(specifier)) return [];
    if (builtinModules.includes(specifier)) return [`${from} imports ${specifier}: write node:${specifier}`];
    const top = from.split('/')[0] ?? '';
    const folder = workspaces.includes(top) ? top : '';
    const { run, develop } = declared.get(folder) ?? { run: new Set(), develop: new Set() };
    const name = packageOf(specifier);
    const allowed = folder === '' || developmentFile.test(from) ? develop : run;
    if (allowed.has(name) || name === `@mizan/${folder}`) return [];
    if (folder === '' && workspaces.includes(name.replace('@mizan/', ''))) return [];
    return [`${from} imports ${name}, which ${folder || 'the root'}'s package.json does not declare`];
  });
}

/** Versions that are no exact ones: two installs of them are two different products. */
export function versionFindings(files: SourceFile[]): Findings {
  return workspaces.concat('', 'bench').flatMap((folder) => {
    const { dependencies, devDependencies, optionalDependencies } = manifestOf(files, folder);
    return Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
      .filter(([, version]) => !exactVersion.test(version))
      .map(([name, version]) => `${folder || 'the root'} pins ${name} to ${version}: name one exact version`);
  });
}

interface LockEntry extends Manifest {
  version?: string;
  link?: boolean;
}

/** A folder in node_modules and those above it that `name` is looked for in, nearest first. */
function placesOf(path: string, name: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/');
  const above = parts.map((_, depth) => parts.slice(0, parts.length - depth).join('/node_modules/'));
  return [...above, ''].map((folder) => `${folder === '' ? '' : `${folder}/`}node_modules/${name}`);
}

/**
 * Packages that the lock needs and does not name. npm leaves out optional packages of other machines that it
 * could not look up, and then refuses its own lock: `npm ci` fails on every machine.
 */
export function lockFindings(files: SourceFile[]): Findings {
  return files
    .filter(({ path }) => /(?:^|\/)package-lock\.json$/.test(path))
    .flatMap(({ path, text }) =>
      missingIn(JSON.parse(text).packages ?? {}).map((missing) => `${path} names no ${missing}`),
    );
}

function missingIn(packages: Record<string, LockEntry>): string[] {
  return Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter(
        (name) => !placesOf(path, name).some((place) => packages[place]?.version ?? packages[place]?.link),
      )
      .map((name) => `${name}, which ${path || 'the root'} may need`),
  );
}

/** What weakens npm's audit of the packages: a severity or a kind of package that it lets pass. */
export function auditFindings(files: SourceFile[]): Findings {
  const { scripts } = manifestOf(files, '');
  const wanted = 'npm audit --audit-level=info';
  const found = scripts?.['packages:audit'];
  const settings = files.find(({ path }) => path === '.npmrc')?.text ?? '';
  return [
    ...(found === wanted ? [] : [`packages:audit is ${found}: write ${wanted}`]),
    ...(/^(?:omit|production)\s*=/m.test(settings)
      ? ['.npmrc leaves packages out: the audit would not see them']
      : []),
  ];
}

/** What `npm run bench` alone installs (DuckDB), and everything of its scope: in the lock of the project it would be in everybody's install. */
export function benchFindings(files: SourceFile[]): Findings {
  const ofBench = Object.keys(manifestOf(files, 'bench').dependencies ?? {});
  if (ofBench.length === 0) return ['bench/package.json names nothing that measurements alone need'];
  const scopes = ofBench.map((name) => (name.startsWith('@') ? `${name.split('/')[0]}/` : name));
  const lock = JSON.parse(files.find(({ path }) => path === 'package-lock.json')?.text ?? '{}') as {
    packages?: Record<string, unknown>;
  };
  return Object.keys(lock.packages ?? {})
    .filter((path) => scopes.some((scope) => path.includes(`node_modules/${scope}`)))
    .map((path) => `package-lock.json has ${path}, which measurements alone need`);
}
