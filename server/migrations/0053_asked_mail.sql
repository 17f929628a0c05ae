-- Whether somebody who is asked to approve a difference of a bank file, or is given one to look into, is written to.
ALTER TABLE user_preferences ADD COLUMN asked_mail boolean NOT NULL DEFAULT true;
