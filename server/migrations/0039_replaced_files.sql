-- What people say of lines that earlier files brought, and files that a corrected one took the place of
-- (docs/decisions/0055-answers-about-earlier-files.md).

-- What is open of a file is told by its verdict, which is made again when another file brings something of it.
ALTER TABLE bank_files NO FORCE ROW LEVEL SECURITY;
UPDATE bank_files SET rejudge_cause = '{"kind": "fileCame"}' WHERE state = 'DONE' AND settled <> '[]';
ALTER TABLE bank_files FORCE ROW LEVEL SECURITY;
DROP INDEX bank_files_open;
ALTER TABLE bank_files DROP COLUMN settled, DROP COLUMN settled_at;
CREATE INDEX bank_files_open ON bank_files (merchant_id, created_at DESC, id DESC)
  WHERE state = 'WAITING_LAYOUT' OR (state = 'DONE' AND verdict <> 'BALANCED');

-- A file whose place a corrected one took holds nothing, and keeps its bytes: it is judged again where that one is undone.
ALTER TABLE bank_files ADD COLUMN replaced_by_id bigint;
ALTER TABLE bank_files DROP CONSTRAINT bank_imports_state_check;
ALTER TABLE bank_files ADD CONSTRAINT bank_files_state_check CHECK (state IN (
  'RECEIVED', 'READING', 'WAITING_LAYOUT', 'MATCHING', 'DONE', 'REFUSED', 'UNDONE', 'REPLACED'));
ALTER TABLE bank_files ADD CONSTRAINT bank_files_replaced CHECK ((state = 'REPLACED') = (replaced_by_id IS NOT NULL));
CREATE INDEX bank_files_replaced_by ON bank_files (merchant_id, replaced_by_id) WHERE state = 'REPLACED';

-- Whether a line is the earlier file's come again, or a second charge; line 0 is every line of the file that has no answer
-- of its own. Null is an answer that was taken back.
CREATE TABLE bank_line_answers (
  merchant_id bigint NOT NULL,
  bank_file_id bigint NOT NULL,
  earlier_file_id bigint NOT NULL,
  line bigint NOT NULL CHECK (line >= 0),
  answer text CHECK (answer IN ('SAME', 'SECOND')),
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (merchant_id, bank_file_id, earlier_file_id, line)
);
SELECT place_table('bank_line_answers', 'merchant');
ALTER TABLE bank_line_answers ENABLE ROW LEVEL SECURITY;
ALTER TABLE bank_line_answers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bank_line_answers TO mizan_app USING (merchant_id = tenant_id())
  WITH CHECK (merchant_id = tenant_id());
CREATE POLICY platform ON bank_line_answers TO mizan_platform USING (true) WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE ON bank_line_answers TO mizan_app, mizan_platform;
