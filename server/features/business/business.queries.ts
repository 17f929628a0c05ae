import type { ReceiptTexts } from '@mizan/contract/business.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';

/** The statements behind business.service.ts. As the platform: applications are nobody else's. */
export interface BusinessRow {
  nameEn: string;
  nameAr: string;
  addressEn: string;
  addressAr: string;
  phone: string | null;
  email: string | null;
  vatNumber: string | null;
  aboveAr: string;
  aboveEn: string;
  belowAr: string;
  belowEn: string;
  logoVersion: string | null;
  registeredName: string | null;
  cr: string | null;
  branchNameEn: string | null;
  branchNameAr: string | null;
  branchAddressEn: string | null;
  branchAddressAr: string | null;
}

/** What is on record of a merchant, with the first of its branches. */
export const selectBusiness = (tx: Tx, merchantId: string): Promise<BusinessRow | null> =>
  tx.row<BusinessRow>(
    `SELECT m.name_en AS "nameEn", m.name_ar AS "nameAr", m.address_en AS "addressEn", m.address_ar AS "addressAr",
            p.phone, p.email,
            CASE WHEN p.merchant_id IS NULL THEN a.form -> 'business' ->> 'vatNumber' ELSE p.vat_number END AS "vatNumber",
            coalesce(p.above_ar, '') AS "aboveAr", coalesce(p.above_en, '') AS "aboveEn",
            coalesce(p.below_ar, '') AS "belowAr", coalesce(p.below_en, '') AS "belowEn",
            p.logo_version AS "logoVersion",
            a.form -> 'business' ->> 'name' AS "registeredName", a.cr,
            b.name_en AS "branchNameEn", b.name_ar AS "branchNameAr", b.address_en AS "branchAddressEn",
            b.address_ar AS "branchAddressAr"
       FROM merchants m
       LEFT JOIN applications a ON a.merchant_id = m.id
       LEFT JOIN business_profiles p ON p.merchant_id = m.id
       LEFT JOIN branches b ON b.merchant_id = m.id
      WHERE m.id = $1 ORDER BY b.id LIMIT 1`,
    [merchantId],
  );

interface Reached {
  phone: string | null;
  email: string | null;
  vatNumber: string | null;
}

export const storeReached = (tx: Tx, merchantId: string, reached: Reached, at: Date): Promise<number> =>
  tx.change(
    `INSERT INTO business_profiles (merchant_id, phone, email, vat_number, set_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (merchant_id) DO UPDATE SET phone = $2, email = $3, vat_number = $4, set_at = $5`,
    [merchantId, reached.phone, reached.email, reached.vatNumber, at],
  );

/** Where there is no profile yet, the VAT number stays the one that is given. */
export const storeTexts = (
  tx: Tx,
  merchantId: string,
  { aboveAr, aboveEn, belowAr, belowEn, vatNumber }: ReceiptTexts & { vatNumber: string | null },
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO business_profiles (merchant_id, above_ar, above_en, below_ar, below_en, vat_number, set_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (merchant_id) DO UPDATE SET above_ar = $2, above_en = $3, below_ar = $4, below_en = $5, set_at = $7`,
    [merchantId, aboveAr, aboveEn, belowAr, belowEn, vatNumber, at],
  );

/** Where there is no profile yet, the VAT number stays the one that is given. */
export const storeLogo = (
  tx: Tx,
  merchantId: string,
  { logo, vatNumber }: { logo: KeptPicture | null; vatNumber: string | null },
  at: Date,
): Promise<number> =>
  tx.change(
    `INSERT INTO business_profiles (merchant_id, logo, logo_type, logo_version, vat_number, set_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (merchant_id) DO UPDATE SET logo = $2, logo_type = $3, logo_version = $4, set_at = $6`,
    [merchantId, logo?.content ?? null, logo?.mediaType ?? null, logo?.version ?? null, vatNumber, at],
  );
