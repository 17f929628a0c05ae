-- The cashiers who hear a live message: those whose terminal it was about when it was said. Members of the merchant
-- who are no cashiers hear every message; one that is about no terminal reaches no cashier.
ALTER TABLE live_messages ADD COLUMN cashier_ids bigint[] NOT NULL DEFAULT '{}';

-- Asked for with every message.
CREATE INDEX users_terminal ON users (merchant_id, terminal_id) WHERE terminal_id IS NOT NULL;
