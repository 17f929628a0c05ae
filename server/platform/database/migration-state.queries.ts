import { type Database, platformRows } from './database.ts';
import { newestMigration } from './migrate.ts';

/**
 * Answers, each time anew, whether the database has every migration of this program. As the platform: the
 * schema is everybody's. A newer schema is fine: another portal was upgraded first.
 */
export async function migrationWatch(db: Database): Promise<() => Promise<boolean>> {
  const wanted = await newestMigration();
  return async () => {
    const [row] = await platformRows<{ newest: number | null }>(
      db,
      'SELECT max(number) AS newest FROM schema_migrations',
    );
    return (row?.newest ?? 0) >= wanted;
  };
}
