-- What people say of lines that earlier files brought, and what touches a judged file
-- (docs/decisions/0055-answers-about-earlier-files.md).

-- For what is approved after its days were judged: an ordinary payment finds no file so late.
CREATE INDEX bank_files_days ON bank_files (merchant_id, last_day) WHERE state = 'DONE';
