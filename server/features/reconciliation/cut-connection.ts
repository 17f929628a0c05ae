import type { Socket } from 'node:net';
import type { Tx } from '../../platform/database/database.ts';

/**
 * Ends the connection of a transaction in the middle of a COPY: the protocol has no way back from there, and a
 * ROLLBACK would wait behind it for ever. The server rolls back by itself and the pool drops the connection.
 */
export function cutConnection(tx: Tx): void {
  const { connection } = tx.client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy();
}
