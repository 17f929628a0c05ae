-- What foreign keys ask by wherever a branch or a person is removed: a run of 50,000 lines that is taken back removes 12,500 of
-- each, and without these every one of them read whole tables. The terminals of a branch are asked wherever branches are listed.
CREATE INDEX terminals_branch ON terminals (merchant_id, branch_id);
CREATE INDEX mail_links_of ON mail_links (user_id);
CREATE INDEX otp_challenges_of ON otp_challenges (user_id);
CREATE INDEX sessions_of ON sessions (user_id);
