-- Everybody of a merchant's team who is no cashier stood as 'MERCHANT': an entry names the place in the team that somebody
-- had. Of earlier ones the role alone is known.
ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_role_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_role_check CHECK (actor_role IN
  ('MERCHANT', 'CASHIER', 'ADMIN', 'owner', 'manager', 'accountant', 'branchManager'));
