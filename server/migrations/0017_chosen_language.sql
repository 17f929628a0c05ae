-- Whether a person chose their language, or has the one their account was made with: a browser follows a choice
-- alone, so that somebody who reads English is not answered in Arabic for where an account came from.
ALTER TABLE user_preferences ADD COLUMN language_chosen boolean NOT NULL DEFAULT false;
