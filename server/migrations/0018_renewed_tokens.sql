-- A password or passkey that is given once more puts another token in the session's place. The one before still
-- opens the session for what is on its way with it, for some seconds, and counts as fresh for nothing.
ALTER TABLE sessions ADD COLUMN replaced_hash bytea, ADD COLUMN replaced_until timestamptz;
ALTER TABLE sessions ADD CHECK ((replaced_hash IS NULL) = (replaced_until IS NULL));
CREATE INDEX sessions_replaced ON sessions (replaced_hash) WHERE replaced_hash IS NOT NULL;

-- A session is named by its number, because its token changes.
ALTER TABLE mail_links ADD COLUMN session_id bigint;
UPDATE mail_links SET session_id = sessions.id FROM sessions WHERE sessions.token_hash = mail_links.session_hash;
ALTER TABLE mail_links DROP COLUMN session_hash;
