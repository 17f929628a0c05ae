-- What a database past one machine asks of the schema (docs/decisions/0031-past-one-machine.md). On one machine it is
-- held all the same, so that no migration finds out only there.

-- Unique within the merchant, as every key of a table of merchants is; by chance alone it is unique beyond.
ALTER TABLE bank_imports DROP CONSTRAINT bank_imports_uuid_key, ADD UNIQUE (merchant_id, uuid);

-- Whether Citus distributes this database; transactions is the table that the others lie together with.
CREATE FUNCTION is_distributed() RETURNS boolean
  LANGUAGE plpgsql STABLE
AS $$
DECLARE
  answer boolean := false;
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
    EXECUTE 'SELECT EXISTS (SELECT FROM pg_catalog.pg_dist_partition
                             WHERE logicalrelid = ''public.transactions''::regclass)' INTO answer;
  END IF;
  RETURN answer;
END
$$;

-- Called by every migration after 0029 for every table that it makes, before the table has a foreign key:
-- SELECT place_table('disputes', 'merchant'). On one machine it refuses what Citus would refuse; on several it also
-- puts the table there. The kinds are those of server/platform/database/table-kinds.ts.
CREATE FUNCTION place_table(name regclass, kind text) RETURNS void
  LANGUAGE plpgsql
AS $$
DECLARE
  -- What the rows are distributed by: the first column of the primary key.
  key_column name := (SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
                       WHERE indrelid = name AND indisprimary);
  refusal text := CASE
    WHEN kind IS NULL OR kind NOT IN ('merchant', 'reference', 'coordinator') THEN 'there is no such kind'
    WHEN EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND name IN (conrelid, confrelid))
      THEN 'its foreign keys come after it is placed'
    WHEN kind = 'merchant' AND key_column IS NULL THEN 'it has no primary key'
    WHEN kind = 'merchant' AND EXISTS (
      SELECT FROM pg_index LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
       WHERE indrelid = name AND (indisunique OR indisexclusion) AND attname IS DISTINCT FROM key_column)
      THEN 'a unique key does not begin as the primary key does'
    WHEN kind <> 'coordinator' AND EXISTS (
      SELECT FROM pg_attribute WHERE attrelid = name AND attidentity <> '' AND atttypid <> 'bigint'::regtype)
      THEN 'an identity column is not bigint'
  END;
BEGIN
  IF refusal IS NOT NULL THEN
    RAISE EXCEPTION 'table % cannot be placed as %: %', name, kind, refusal;
  END IF;
  IF kind = 'coordinator' OR NOT is_distributed() THEN
    RETURN;
  ELSIF kind = 'reference' THEN
    EXECUTE 'SELECT create_reference_table($1)' USING name;
  ELSE
    EXECUTE 'SELECT create_distributed_table($1, $2, colocate_with => ''public.transactions'')'
      USING name, key_column::text;
  END IF;
END
$$;

-- Rights on single columns, which Citus refuses to give: GRANT SELECT (columns) ON name TO reader. What lies on other
-- machines follows at the end of the migrations (server/platform/database/distribute.ts).
CREATE FUNCTION let_read_columns(name regclass, columns name[], reader name) RETURNS void
  LANGUAGE plpgsql
AS $$
BEGIN
  IF is_distributed() THEN
    SET LOCAL citus.enable_ddl_propagation = off;
  END IF;
  EXECUTE format('GRANT SELECT (%s) ON %s TO %I',
                 (SELECT string_agg(quote_ident(each), ', ') FROM unnest(columns) AS each), name, reader);
  IF is_distributed() THEN
    SET LOCAL citus.enable_ddl_propagation = on;
  END IF;
END
$$;

-- Citus keeps a trigger for TRUNCATE where the statement arrives and any other where the rows lie; one that is both it
-- keeps in one of the two places alone.
DROP TRIGGER only_added_to ON audit_entries;
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
DROP TRIGGER never_lost ON audit_heads;
CREATE TRIGGER never_lost BEFORE DELETE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_emptied BEFORE TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- What the portal may never delete is said by what it may, for Citus makes a restrictive policy a permissive one.
DROP POLICY lapsed ON users;
DROP POLICY platform ON users;
CREATE POLICY platform_reads ON users FOR SELECT TO mizan_platform USING (true);
CREATE POLICY platform_adds ON users FOR INSERT TO mizan_platform WITH CHECK (true);
CREATE POLICY platform_changes ON users FOR UPDATE TO mizan_platform USING (true) WITH CHECK (true);
CREATE POLICY lapsed ON users FOR DELETE TO mizan_platform
  USING (role = 'MERCHANT' AND email_verified_at IS NULL);
DROP POLICY lapsed ON merchants;
DROP POLICY platform ON merchants;
CREATE POLICY platform_reads ON merchants FOR SELECT TO mizan_platform USING (true);
CREATE POLICY platform_adds ON merchants FOR INSERT TO mizan_platform WITH CHECK (true);
CREATE POLICY platform_changes ON merchants FOR UPDATE TO mizan_platform USING (true) WITH CHECK (true);
CREATE POLICY lapsed ON merchants FOR DELETE TO mizan_platform USING (status IN ('PENDING', 'REJECTED'));

-- For who writes migrations, and for nobody else.
REVOKE ALL ON FUNCTION is_distributed, place_table, let_read_columns FROM PUBLIC;
