-- Whoever was deleted on request is let in by nobody again (docs/decisions/0206-requests-under-the-personal-data-law.md).
ALTER TABLE users ADD COLUMN deleted_at timestamp(3) with time zone;
ALTER TABLE users ADD CONSTRAINT users_deleted_check CHECK (deleted_at IS NULL OR status = 'INACTIVE') NOT VALID;
SELECT let_read_columns('users', '{deleted_at}', 'mizan_app');
