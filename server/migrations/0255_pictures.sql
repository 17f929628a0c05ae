-- The logo of a business, and pictures of models of terminals, of one kind (docs/decisions/0350-pictures-are-what-they-show.md):
-- the picture, what it is, and what its content is named by.
ALTER TABLE business_profiles ADD COLUMN logo bytea;
ALTER TABLE business_profiles ADD COLUMN logo_type text;
ALTER TABLE business_profiles ADD COLUMN logo_version text;
ALTER TABLE business_profiles ADD CONSTRAINT business_profiles_logo
  CHECK (octet_length(logo) BETWEEN 1 AND 524288);
ALTER TABLE business_profiles ADD CONSTRAINT business_profiles_logo_type
  CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp'));
ALTER TABLE business_profiles ADD CONSTRAINT business_profiles_logo_version CHECK (logo_version ~ '^[0-9a-f]{16}$');
ALTER TABLE business_profiles ADD CONSTRAINT business_profiles_logo_whole
  CHECK ((logo IS NULL) = (logo_type IS NULL) AND (logo IS NULL) = (logo_version IS NULL));

ALTER TABLE terminal_models DROP CONSTRAINT terminal_models_picture_type_check;
ALTER TABLE terminal_models ADD COLUMN picture_version text;
UPDATE terminal_models SET picture_version = left(encode(sha256(picture), 'hex'), 16) WHERE picture IS NOT NULL;
ALTER TABLE terminal_models ADD CONSTRAINT terminal_models_picture_type
  CHECK (picture_type IN ('image/png', 'image/jpeg', 'image/webp'));
ALTER TABLE terminal_models ADD CONSTRAINT terminal_models_picture_version CHECK (picture_version ~ '^[0-9a-f]{16}$');
ALTER TABLE terminal_models ADD CONSTRAINT terminal_models_picture_whole
  CHECK ((picture IS NULL) = (picture_version IS NULL));
