import type { Tx } from '../../platform/database/database.ts';

/** As the platform: what a merchant's own software goes by ends for good. */
export const endKeys = (tx: Tx, merchantId: string, at: Date): Promise<number> =>
  tx.change('UPDATE integrator_keys SET revoked_at = $2 WHERE merchant_id = $1 AND revoked_at IS NULL', [
    merchantId,
    at,
  ]);

export const endCredentials = (tx: Tx, merchantId: string, at: Date): Promise<number> =>
  tx.change(
    'UPDATE integrator_credentials SET revoked_at = $2 WHERE merchant_id = $1 AND revoked_at IS NULL',
    [merchantId, at],
  );

export const endAddresses = (tx: Tx, merchantId: string, at: Date): Promise<number> =>
  tx.change('UPDATE webhook_addresses SET removed_at = $2 WHERE merchant_id = $1 AND removed_at IS NULL', [
    merchantId,
    at,
  ]);

export const giveUpDeliveries = (tx: Tx, merchantId: string): Promise<number> =>
  tx.change(
    `UPDATE webhook_deliveries SET state = 'GIVEN_UP', next_attempt_at = NULL
      WHERE merchant_id = $1 AND state = 'WAITING'`,
    [merchantId],
  );
