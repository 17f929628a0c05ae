-- The audit log: who did what, when, from where, before and after. Entries form one chain for each merchant and
-- one for the platform (merchant_id 0): each carries the hash of the one before it, and the head of a chain says
-- how many there are and how the last one ends. What was changed breaks the chain; what was cut off its end is
-- missed by the head (docs/decisions/0014-audit-chains.md).

CREATE TABLE audit_heads (
  -- A merchant's id, or 0 for the platform.
  chain bigint PRIMARY KEY,
  count bigint NOT NULL,
  hash bytea NOT NULL
);

CREATE TABLE audit_entries (
  merchant_id bigint NOT NULL,
  -- The place in the chain, from 1 on, without a hole; given by the trigger, as are both hashes.
  id bigint NOT NULL,
  at timestamptz NOT NULL,
  actor_id bigint,
  -- As of the entry, whatever a person is called later.
  actor_name text,
  actor_role text CHECK (actor_role IN ('MERCHANT', 'CASHIER', 'ADMIN')),
  action text NOT NULL,
  subject_type text,
  subject_id text,
  before jsonb,
  after jsonb,
  ip_address inet,
  user_agent text,
  prev_hash bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (merchant_id, id)
);
-- Newest first, and one index for each filter that narrows it.
CREATE INDEX audit_entries_list ON audit_entries (merchant_id, at DESC, id DESC);
CREATE INDEX audit_entries_by_actor ON audit_entries (merchant_id, actor_id, at DESC, id DESC);
CREATE INDEX audit_entries_by_action ON audit_entries (merchant_id, action, at DESC, id DESC);

-- Puts an entry at the end of its chain. The head's row is locked from here to the end of the transaction, so
-- that writers take turns: an entry is the last thing that a transaction writes. Heads belong to the owner
-- alone; no role of the portal can move one but by writing an entry.
CREATE FUNCTION chain_audit_entry() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO public.audit_heads AS head (chain, count, hash) VALUES (NEW.merchant_id, 1, '')
    ON CONFLICT (chain) DO UPDATE SET count = head.count + 1
    RETURNING head.count, head.hash INTO NEW.id, NEW.prev_hash;
  NEW.hash := sha256(NEW.prev_hash || convert_to(jsonb_build_array(
    NEW.merchant_id, NEW.id, to_char(NEW.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    NEW.actor_id, NEW.actor_name, NEW.actor_role, NEW.action, NEW.subject_type, NEW.subject_id,
    NEW.before, NEW.after, host(NEW.ip_address), NEW.user_agent)::text, 'UTF8'));
  UPDATE public.audit_heads SET hash = NEW.hash WHERE chain = NEW.merchant_id;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION chain_audit_entry FROM PUBLIC;
CREATE TRIGGER chain BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();

-- The roles of the portal have no right to change or delete; this stops the owner too, who would have to take
-- the trigger away first.
CREATE FUNCTION refuse_audit_change() RETURNS trigger
  LANGUAGE plpgsql
AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is only ever added to: % of % is refused', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER only_added_to BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER never_lost BEFORE DELETE OR TRUNCATE ON audit_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON audit_entries TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON audit_entries TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT ON audit_entries TO mizan_app, mizan_platform;
GRANT SELECT ON audit_heads TO mizan_platform;
