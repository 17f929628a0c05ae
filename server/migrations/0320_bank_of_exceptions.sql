-- The part of a file was written after its exceptions were kept: where a merchant has several banks, lines without a payment
-- stood without their bank. They have that of the part of their file from now on.
ALTER TABLE bank_exceptions NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_layout_parts NO FORCE ROW LEVEL SECURITY;
UPDATE bank_exceptions x SET bank_id = n.bank_id
  FROM (SELECT f.merchant_id, f.id, p.bank_id
          FROM bank_files f
          JOIN bank_layout_parts p ON p.merchant_id = f.merchant_id AND p.id = f.part_id
         WHERE p.bank_id IS NOT NULL) n
 WHERE n.merchant_id = x.merchant_id AND n.id = x.bank_file_id AND x.bank_id IS NULL;
ALTER TABLE bank_exceptions FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
ALTER TABLE bank_layout_parts FORCE ROW LEVEL SECURITY;
