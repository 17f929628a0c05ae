import type pg from 'pg';
import {
  grantEverywhere,
  isDistributed,
  isGrantedEverywhere,
  selectColumnGrants,
} from './distribute.queries.ts';

/**
 * Rights on single columns (mizan_app reads no password): Citus carries rights on tables to other machines, and not
 * these. Answers what was given, as 'role: table (columns)'.
 */
export async function mendColumnRights(owner: pg.Client): Promise<string[]> {
  const mended: string[] = [];
  for (const grant of await selectColumnGrants(owner)) {
    if (await isGrantedEverywhere(owner, grant)) continue;
    await grantEverywhere(owner, grant);
    mended.push(`${grant.grantee}: ${grant.name} (${grant.columns.join(', ')})`);
  }
  return mended;
}

/** What the migrations of a distributed database cannot do themselves. Nothing on one machine. */
export async function followMigrations(owner: pg.Client): Promise<void> {
  if (await isDistributed(owner)) await mendColumnRights(owner);
}
