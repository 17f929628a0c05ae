/** Every database of a test run is called `<prefix><pid of the run>_<random>_<more>`. */
export const testDatabasePrefix = 'test_';

/**
 * MIZAN_SECRET of every portal that a test starts. Roles belong to the server and not to a database, so all
 * portals on the test server derive the same passwords or lock each other out.
 */
export const testSecret = 'a-secret-for-tests-alone-0123456789abcdef';

/** `url` with another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
