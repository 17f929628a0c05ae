import { type Database, platformRows, type Tx } from '../../platform/database/database.ts';

/** Which mada packages fit which models, and which terminals run them. */

/** What somebody said of a model and a package. */
export interface SaidFit {
  brand: string;
  model: string;
  package: string;
  fits: boolean;
}
const said = `SELECT b.name AS brand, m.name AS model, f.package, f.fits FROM model_packages f
  JOIN terminal_models m ON m.id = f.model_id JOIN terminal_brands b ON b.id = m.brand_id ORDER BY f.package`;
export const selectSaidOfAll = (db: Database): Promise<SaidFit[]> => platformRows<SaidFit>(db, said);

export interface Package {
  name: string;
  fromDay: string | null;
}
export const selectPackages = (db: Database): Promise<Package[]> =>
  platformRows<Package>(db, 'SELECT name, from_day AS "fromDay" FROM mada_packages ORDER BY name');

const plain = (text: string): string => `regexp_replace(lower(${text}), '[^a-z0-9]', '', 'g')`;
/** As isOtherModel of contract/mada-packages.ts says it; a test holds both against each other. */
const isOther = `coalesce(${plain('t.reported_model')} NOT IN (${plain('t.model')}, ${plain("t.brand || ' ' || t.model")}), false)`;
const reported = "t.telemetry->>'madaPackage'";

/** Terminals in service that are alike in what decides whether their package fits; test terminals are none. */
export interface TerminalGroup {
  brand: string;
  manufacturer: string;
  model: string;
  package: string | null;
  vendor: string | null;
  /** The device calls itself another model than the one on record. */
  isOther: boolean;
  terminals: number;
}
export const selectGroups = (db: Database): Promise<TerminalGroup[]> =>
  platformRows<TerminalGroup>(
    db,
    `SELECT t.brand, max(t.manufacturer) AS manufacturer, t.model, ${reported} AS package, t.msp AS vendor,
            ${isOther} AS "isOther", count(*) AS terminals
       FROM terminals t WHERE t.status <> 'RETIRED' AND NOT t.is_test GROUP BY 1, 3, 4, 5, 6`,
  );

export interface MerchantGroup {
  merchantId: string;
  nameEn: string;
  nameAr: string;
  vendor: string | null;
  isOther: boolean;
  terminals: number;
}
/** Whose terminals of one model report one package, the most first. */
export const selectMerchants = (
  db: Database,
  brand: string,
  model: string,
  pack: string,
): Promise<MerchantGroup[]> =>
  platformRows<MerchantGroup>(
    db,
    `SELECT g.merchant_id::text AS "merchantId", m.name_en AS "nameEn", m.name_ar AS "nameAr", g.vendor, g."isOther",
            g.terminals
       FROM (SELECT t.merchant_id, t.msp AS vendor, ${isOther} AS "isOther", count(*) AS terminals FROM terminals t
              WHERE t.status <> 'RETIRED' AND NOT t.is_test AND t.brand = $1 AND t.model = $2 AND ${reported} = $3
              GROUP BY 1, 2, 3) g
       JOIN merchants m ON m.id = g.merchant_id ORDER BY g.terminals DESC, m.name_en, g.vendor`,
    [brand, model, pack],
  );

export interface FitRow {
  fits: boolean;
  source: string;
  saidByName: string | null;
  saidAt: Date;
}
export const selectFit = async (db: Database, modelId: string, pack: string): Promise<FitRow | null> =>
  (
    await platformRows<FitRow>(
      db,
      `SELECT fits, source, said_by_name AS "saidByName", said_at AS "saidAt" FROM model_packages
        WHERE model_id = $1 AND package = $2`,
      [modelId, pack],
    )
  )[0] ?? null;

export const lockPackage = (tx: Tx, name: string): Promise<{ name: string } | null> =>
  tx.row('SELECT name FROM mada_packages WHERE name = $1 FOR UPDATE', [name]);

export const lockFit = (tx: Tx, modelId: string, pack: string): Promise<{ fits: boolean } | null> =>
  tx.row('SELECT fits FROM model_packages WHERE model_id = $1 AND package = $2 FOR UPDATE', [modelId, pack]);

export interface NewFit {
  modelId: string;
  package: string;
  fits: boolean;
  source: string;
  by: string;
  at: Date;
}
export const upsertFit = (tx: Tx, fit: NewFit): Promise<number> =>
  tx.change(
    `INSERT INTO model_packages (model_id, package, fits, source, said_by_name, said_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (model_id, package) DO UPDATE
        SET fits = excluded.fits, source = excluded.source, said_by_name = excluded.said_by_name,
            said_at = excluded.said_at`,
    [fit.modelId, fit.package, fit.fits, fit.source, fit.by, fit.at],
  );

export const deleteFit = (tx: Tx, modelId: string, pack: string): Promise<number> =>
  tx.change('DELETE FROM model_packages WHERE model_id = $1 AND package = $2', [modelId, pack]);

export const insertPackage = (tx: Tx, { name, fromDay }: Package, at: Date): Promise<number> =>
  tx.change('INSERT INTO mada_packages (name, from_day, created_at) VALUES ($1, $2, $3)', [
    name,
    fromDay,
    at,
  ]);
