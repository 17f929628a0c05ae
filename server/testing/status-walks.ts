import { nextStatuses, type TransactionStatus } from '@mizan/contract/transaction-states.ts';
import pg from 'pg';
import { type Database, platformRows } from '../platform/database/database.ts';

/**
 * Every status that a payment ever had, written down by the database itself: what the portal says of its own steps
 * afterwards would not show a step that it should not have made.
 */
const recording = `
  CREATE TABLE status_walks (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, transaction_id bigint NOT NULL, status text NOT NULL);
  GRANT SELECT, INSERT ON status_walks TO PUBLIC;
  CREATE FUNCTION record_status() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' OR NEW.status <> OLD.status THEN
      INSERT INTO status_walks (transaction_id, status) VALUES (NEW.id, NEW.status);
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER record_status AFTER INSERT OR UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION record_status();`;

/** Begins to write them down; `ownerUrl` is that of the database's owner. Not on a cluster, whose tables carry no triggers. */
export async function recordStatuses(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(recording);
  } finally {
    await client.end();
  }
}

/** 'id: status > status' of every payment that did not begin INITIALIZED or made a step that the table of states has not. */
export async function impossibleWalks(db: Database): Promise<string[]> {
  const rows = await platformRows<{ id: string; walk: TransactionStatus[] }>(
    db,
    `SELECT transaction_id::text AS id, array_agg(status ORDER BY id) AS walk FROM status_walks GROUP BY 1`,
  );
  return rows.flatMap(({ id, walk }) => (isWalk(walk) ? [] : [`${id}: ${walk.join(' > ')}`]));
}

const isWalk = (walk: readonly TransactionStatus[]): boolean =>
  walk.every((status, at) => {
    const before = walk[at - 1];
    return before ? nextStatuses[before].includes(status) : status === 'INITIALIZED';
  });
