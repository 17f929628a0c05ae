import type { TerminalRow } from '@mizan/contract/terminals.ts';
import { terminalsMax } from '@mizan/contract/terminals.ts';
import { type Database, type Tx, tenantRows } from '../../platform/database/database.ts';
import type { SaidFit } from './package-fit.ts';

type Row = Omit<TerminalRow, 'lastSeenAt' | 'telemetryAt' | 'isPaired' | 'packageFit' | 'packagesNeeded'> & {
  lastSeenAt: Date | null;
  telemetryAt: Date | null;
};

const select = `
  SELECT t.id::text, t.tid, t.label, t.is_test AS "isTest", t.serial_number AS "serialNumber", t.brand, t.manufacturer, t.model,
         t.branch_id::text AS "branchId", b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr", b.status AS "branchStatus",
         t.cashier_id::text AS "cashierId", u.full_name AS "cashierName",
         t.connection, t.last_seen_at AS "lastSeenAt", t.telemetry_at AS "telemetryAt", t.reported_model AS "reportedModel",
         (t.telemetry->>'battery')::integer AS "batteryPercent", (t.telemetry->>'charging')::boolean AS charging,
         t.telemetry->'wifi'->>'ssid' AS "wifiSsid", (t.telemetry->'wifi'->>'rssi')::integer AS "wifiRssi",
         (t.telemetry->>'bluetooth')::boolean AS bluetooth, t.telemetry->>'ip' AS "ipAddress",
         t.telemetry->>'madaApp' AS "madaApp", t.telemetry->>'madaPackage' AS "madaPackage",
         t.app_version AS version, t.telemetry->>'provider' AS provider, (t.telemetry->>'paper')::boolean AS paper,
         (SELECT o.id::text FROM transactions o
           WHERE o.merchant_id = tenant_id() AND o.terminal_id = t.id AND o.status = 'INITIALIZED'
           ORDER BY o.id DESC LIMIT 1) AS "openTransactionId"
    FROM terminals t
    JOIN branches b ON b.merchant_id = t.merchant_id AND b.id = t.branch_id
    LEFT JOIN users u ON u.id = t.cashier_id
   WHERE t.merchant_id = tenant_id()`;

/** Which terminals are asked for: those in service, those out of it, or one by its id, in service or not. */
export type WhichTerminals = 'IN_SERVICE' | 'RETIRED' | { readonly id: string };

/** Terminals in the order of their numbers. The open payment is found by transactions_open. */
export const selectTerminals = (db: Database, merchantId: string, which: WhichTerminals): Promise<Row[]> =>
  tenantRows<Row>(
    db,
    merchantId,
    `${select} AND CASE WHEN $1::bigint IS NULL THEN (t.status = 'RETIRED') = $2 ELSE t.id = $1 END
      ORDER BY t.tid LIMIT ${terminalsMax}`,
    [typeof which === 'object' ? which.id : null, which === 'RETIRED'],
  );

/** What is said of models and packages, the same for every merchant. */
export const selectSaidFits = (tx: Tx): Promise<SaidFit[]> =>
  tx.rows<SaidFit>(
    `SELECT b.name AS brand, m.name AS model, f.package, f.fits FROM model_packages f
       JOIN terminal_models m ON m.id = f.model_id JOIN terminal_brands b ON b.id = m.brand_id ORDER BY f.package`,
  );

/**
 * The numbers of the terminals that are paired. Asked for by itself: the directory lies on one machine and terminals on
 * many, and Citus 13 ends its server process over a join of the two with the rest of the row.
 */
export const selectPaired = (tx: Tx): Promise<{ tid: string }[]> =>
  tx.rows('SELECT tid FROM terminal_directory WHERE merchant_id = tenant_id() AND public_key IS NOT NULL');

export const selectActive = (tx: Tx): Promise<{ tid: string }[]> =>
  tx.rows("SELECT tid FROM terminals WHERE merchant_id = tenant_id() AND status = 'ACTIVE'");

/**
 * Keeps the hash of a new pairing code; the one before is void. As the platform, because the directory spans
 * merchants; the merchant's id is part of the condition. Null where the merchant has no such terminal.
 */
export async function setPairingCode(
  tx: Tx,
  merchantId: string,
  terminalId: string,
  codeHash: Buffer,
  expiresAt: Date,
): Promise<string | null> {
  const row = await tx.row<{ tid: string }>(
    `UPDATE terminal_directory SET pairing_code_hash = $3, pairing_code_expires_at = $4
      WHERE merchant_id = $1 AND terminal_id = $2 AND retired_at IS NULL RETURNING tid`,
    [merchantId, terminalId, codeHash, expiresAt],
  );
  return row?.tid ?? null;
}

export const selectIsTest = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.row('SELECT 1 FROM terminals WHERE merchant_id = tenant_id() AND id = $1 AND is_test', [id])) !==
  null;
