-- Tokens that a trusted device had before: whoever shows one holds a copy of a cookie, or had one copied
-- (docs/decisions/0018-superseded-device-tokens.md). They end with their device's row.
CREATE TABLE superseded_device_tokens (
  token_hash bytea PRIMARY KEY,
  device_id bigint NOT NULL REFERENCES trusted_devices (id) ON DELETE CASCADE,
  superseded_at timestamptz NOT NULL,
  -- The browser whose sign-in took the token's place: its other tab may still be on the way with the old one.
  user_agent text,
  ip_address inet
);
CREATE INDEX superseded_device_tokens_device ON superseded_device_tokens (device_id);
GRANT SELECT, INSERT, DELETE ON superseded_device_tokens TO mizan_platform;

-- The session that asked for a change of the profile: it goes on where a new e-mail ends the others.
ALTER TABLE mail_links ADD COLUMN session_hash bytea;
