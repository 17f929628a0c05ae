import { posix } from 'node:path';
import { type Findings, isTest, type SourceFile } from './source-files.ts';

/** Folders of web/features that frame the screens of others. */
const frames = new Set(['admin', 'errors', 'home', 'shell']);
const routeId = /^ {2}id: '([a-zA-Z-]+)\./gm;

const folderOf = (side: string, path: string): string | null =>
  new RegExp(`^${side}/features/([^/]+)/`).exec(path)?.[1] ?? null;

/**
 * A feature has one name on every side: that of its file in contract/, by which its routes' ids begin and its folders are
 * called. Folders of the server without routes are layers below, such as the owners of tables.
 */
export function featureNameFindings(files: SourceFile[]): Findings {
  const routes = files.flatMap(({ path, text }) =>
    posix.dirname(path) === 'contract' && text.includes('defineRoute(') && !isTest({ path, text })
      ? [...text.matchAll(routeId)].map(([, prefix = '']) => ({ path, prefix }))
      : [],
  );
  const names = new Set(routes.map(({ path }) => posix.basename(path, '.ts')));
  const withRoutes = files.filter(({ path }) => path.endsWith('.routes.ts'));
  const onServer = withRoutes.map(({ path }) => ({ path, name: folderOf('server', path) }));
  const onWeb = files
    .map(({ path }) => ({ path, name: folderOf('web', path) }))
    .filter(({ name }) => name !== null && !frames.has(name));
  const strangers = [...routes.map(({ path, prefix }) => ({ path, name: prefix })), ...onServer, ...onWeb]
    .filter(({ name }) => name !== null && !names.has(name))
    .map(
      ({ path, name }) => `${posix.dirname(path)} knows a feature '${name}', which is no file of contract/`,
    );
  return [...new Set(strangers)];
}
