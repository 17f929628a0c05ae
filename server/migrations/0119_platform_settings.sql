-- What administrators set for the whole portal, a row a setting, by names of the code that alone gives the values their
-- shape; where there is no row the portal's own value counts (docs/decisions/0158-settings-of-the-platform.md).
CREATE TABLE platform_settings (
  name text PRIMARY KEY CHECK (name <> ''),
  value jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL
);
SELECT place_table('platform_settings', 'reference');
GRANT SELECT ON platform_settings TO mizan_app;
GRANT SELECT, INSERT, UPDATE ON platform_settings TO mizan_platform;
