-- What a merchant says of the own business (docs/decisions/0161-the-business-by-its-own-word.md). Name and address stand in
-- merchants, where every slip and statement reads them.
CREATE TABLE business_profiles (
  merchant_id bigint PRIMARY KEY,
  phone text,
  email text,
  -- Null: the one of the application counts, where there is one.
  vat_number text CHECK (vat_number ~ '^3[0-9]{13}3$'),
  -- What receipts say under the name and before their last line.
  above_ar text NOT NULL DEFAULT '' CHECK (char_length(above_ar) <= 40),
  above_en text NOT NULL DEFAULT '' CHECK (char_length(above_en) <= 40),
  below_ar text NOT NULL DEFAULT '' CHECK (char_length(below_ar) <= 40),
  below_en text NOT NULL DEFAULT '' CHECK (char_length(below_en) <= 40),
  set_at timestamptz NOT NULL
);
SELECT place_table('business_profiles', 'merchant');
ALTER TABLE business_profiles ENABLE ROW LEVEL SECURITY;
ALTER TABLE business_profiles FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON business_profiles TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON business_profiles TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT ON business_profiles TO mizan_app;
GRANT SELECT, INSERT, UPDATE ON business_profiles TO mizan_platform;
