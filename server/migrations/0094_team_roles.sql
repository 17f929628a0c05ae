-- Places in a team, branches as people describe them, and what a branch manager sees
-- (docs/decisions/0129-rows-of-one-branch.md, 0130-people-of-a-merchant.md).

-- What somebody of the role MERCHANT is in the team; null says what the role says: an owner.
ALTER TABLE users ADD COLUMN team_role text;
ALTER TABLE users ADD CONSTRAINT users_team_role CHECK (team_role IS NULL OR (role = 'MERCHANT'
  AND team_role IN ('owner', 'manager', 'accountant', 'branchManager')
  AND (team_role <> 'branchManager' OR branch_id IS NOT NULL)));
SELECT let_read_columns('users', '{team_role}', 'mizan_app');

ALTER TABLE branches ADD COLUMN region text NOT NULL DEFAULT '';
ALTER TABLE branches ADD COLUMN city text NOT NULL DEFAULT '';
ALTER TABLE branches ADD COLUMN district text NOT NULL DEFAULT '';
ALTER TABLE branches ADD COLUMN map_url text;
ALTER TABLE branches ADD CONSTRAINT branches_map_url CHECK (map_url ~ '^https://');

-- Who looks at the portal as the cashier of this session does: such a session changes nothing.
ALTER TABLE sessions ADD COLUMN viewer_id bigint;
ALTER TABLE sessions ADD CONSTRAINT sessions_viewer FOREIGN KEY (viewer_id) REFERENCES users (id);

-- Of the original: a refund belongs to the branch that took the payment.
ALTER TABLE refunds ADD COLUMN branch_id bigint;
ALTER TABLE refunds NO FORCE ROW LEVEL SECURITY;
ALTER TABLE transactions NO FORCE ROW LEVEL SECURITY;
UPDATE refunds r SET branch_id = t.branch_id FROM transactions t
 WHERE t.merchant_id = r.merchant_id AND t.id = r.original_id;
ALTER TABLE refunds FORCE ROW LEVEL SECURITY;
ALTER TABLE transactions FORCE ROW LEVEL SECURITY;

-- The one branch that whoever asks may see; null: all of them.
CREATE FUNCTION branch_scope() RETURNS bigint
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN nullif(current_setting('mizan.branch_id', true), '')::bigint;

-- In the policies of tenants, because Citus takes a restrictive one for a permissive one. CASE and no OR, because the
-- planner takes an OR of a function for one row in a hundred, and would read lists by the wrong index for everybody
-- else. No query in it: Citus refuses those. By day, branch 0 stands for all together: whoever writes a payment adds to it,
-- so it is let through, and what reads it names coalesce(branch_scope(), 0).
DO $$
DECLARE
  narrowed text;
  condition text;
BEGIN
  FOREACH narrowed IN ARRAY ARRAY['branches', 'terminals', 'transactions', 'transaction_rollups',
    'transaction_day_rollups', 'expectations', 'expectation_days', 'terminal_reconciliations', 'refunds'] LOOP
    condition := format('merchant_id = tenant_id() AND CASE WHEN branch_scope() IS NULL THEN true ELSE %s END',
                        CASE narrowed WHEN 'branches' THEN 'id = branch_scope()'
                                      WHEN 'transaction_day_rollups' THEN 'branch_id IN (0, branch_scope())'
                                      ELSE 'branch_id = branch_scope()' END);
    EXECUTE format('ALTER POLICY tenant ON %I USING (%s) WITH CHECK (%s)', narrowed, condition, condition);
  END LOOP;
END $$;
