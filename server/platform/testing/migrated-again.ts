import { migrate } from '../database/migrate.ts';
import { connected } from '../database/owner-client.ts';
import { statementsOf } from '../database/sql-statements.ts';

/** Runs SQL as the owner of the tables, statement by statement, as a database of several machines takes it. */
export const runAsOwner = (ownerUrl: string, sql: string): Promise<void> =>
  connected(ownerUrl, async (owner) => {
    for (const statement of statementsOf(sql)) await owner.query(statement);
  });

/** Runs a migration once more, as a portal runs it when it starts. */
export async function migrateAgain(ownerUrl: string, number: number): Promise<void> {
  await runAsOwner(ownerUrl, `DELETE FROM schema_migrations WHERE number = ${number}`);
  await migrate(ownerUrl);
}
