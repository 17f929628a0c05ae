import type { Tx } from '../../platform/database/database.ts';

export interface Asked {
  merchantId: string;
  keyId: string;
  idempotencyKey: string;
  route: string;
  hash: Buffer;
}

/** Takes an Idempotency-Key, also one whose request was begun before `staleBefore` and never answered. False where it is taken. */
export const begin = async (tx: Tx, asked: Asked, at: Date, staleBefore: Date): Promise<boolean> =>
  (await tx.change(
    `INSERT INTO integrator_requests AS known (merchant_id, key_id, idempotency_key, route, asked_hash, begun_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (merchant_id, key_id, idempotency_key) DO UPDATE SET begun_at = excluded.begun_at
       WHERE known.status IS NULL AND known.begun_at < $7 AND known.route = excluded.route
         AND known.asked_hash = excluded.asked_hash`,
    [asked.merchantId, asked.keyId, asked.idempotencyKey, asked.route, asked.hash, at, staleBefore],
  )) === 1;

export interface Known {
  route: string;
  hash: Buffer;
  status: number | null;
  answer: string | null;
}

export const selectKnown = (tx: Tx, { merchantId, keyId, idempotencyKey }: Asked): Promise<Known | null> =>
  tx.row<Known>(
    `SELECT route, asked_hash AS hash, status, answer FROM integrator_requests
      WHERE merchant_id = $1 AND key_id = $2 AND idempotency_key = $3`,
    [merchantId, keyId, idempotencyKey],
  );

export const keepAnswer = (tx: Tx, asked: Asked, status: number, answer: string): Promise<number> =>
  tx.change(
    `UPDATE integrator_requests SET status = $4, answer = $5
      WHERE merchant_id = $1 AND key_id = $2 AND idempotency_key = $3`,
    [asked.merchantId, asked.keyId, asked.idempotencyKey, status, answer],
  );

/** What was refused used no Idempotency-Key. */
export const forget = (tx: Tx, { merchantId, keyId, idempotencyKey }: Asked): Promise<number> =>
  tx.change(
    `DELETE FROM integrator_requests
      WHERE merchant_id = $1 AND key_id = $2 AND idempotency_key = $3 AND status IS NULL`,
    [merchantId, keyId, idempotencyKey],
  );

export const deleteOld = (tx: Tx, before: Date): Promise<number> =>
  tx.change('DELETE FROM integrator_requests WHERE begun_at < $1', [before]);
