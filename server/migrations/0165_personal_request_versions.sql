-- An answer names what it answers: what is wanted may be changed until somebody works on it. Who answers is reminded once, before
-- the days of the law are over (docs/decisions/0223-answers-name-what-they-answer.md).
ALTER TABLE personal_requests ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE personal_requests ADD COLUMN reminded_at timestamp(3) with time zone;
CREATE INDEX personal_requests_to_remind ON personal_requests (due_at)
  WHERE state IN ('ASKED', 'IN_WORK') AND reminded_at IS NULL;
