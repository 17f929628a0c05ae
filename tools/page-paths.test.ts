import { pagePaths } from '@mizan/contract/page-paths.ts';
import { expect, test } from 'vitest';
import { paths } from '../web/paths.ts';

/** '/' goes to the static home page, which is a file: both are served without the app. */
const withoutApp: readonly string[] = [paths.home, paths.staticHome];

test('the server answers the app with 200 at exactly the addresses that the web has', () => {
  const web = Object.values(paths).filter((path) => !withoutApp.includes(path));
  expect([...pagePaths].toSorted()).toEqual(web.toSorted());
});
