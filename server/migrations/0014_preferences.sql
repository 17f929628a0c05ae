-- How a person wants to read the portal and what it may tell them. No row: the defaults. The language stands
-- with the user, because mails to people who never chose anything need one too.

CREATE TABLE user_preferences (
  user_id bigint PRIMARY KEY REFERENCES users (id),
  digits text NOT NULL CHECK (digits IN ('language', 'latin', 'arabic')),
  calendar text NOT NULL CHECK (calendar IN ('gregorian', 'ummAlQura')),
  muted_notices text[] NOT NULL CHECK (muted_notices <@ ARRAY['TCO', 'TDI', 'FRC', 'SRC']),
  sign_in_mail boolean NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON user_preferences TO mizan_platform;
