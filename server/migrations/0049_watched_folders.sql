-- Whose folder of dropped files is watched, and who said so (docs/decisions/0076-a-watched-folder.md).
CREATE TABLE watched_folders (
  merchant_id bigint NOT NULL PRIMARY KEY,
  is_on boolean NOT NULL,
  said_at timestamptz NOT NULL,
  -- Files are taken in this person's name.
  said_by bigint NOT NULL,
  said_by_name text NOT NULL
);
SELECT place_table('watched_folders', 'merchant');
ALTER TABLE watched_folders ENABLE ROW LEVEL SECURITY;
ALTER TABLE watched_folders FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON watched_folders TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON watched_folders TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON watched_folders TO mizan_app, mizan_platform;
