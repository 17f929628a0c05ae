-- Which browser a one-time code was asked from: the hash of the cookie that the 511 gave it. Only that browser
-- becomes a trusted device when the code is right.
ALTER TABLE otp_challenges ADD COLUMN device_hash bytea;
CREATE INDEX otp_challenges_user ON otp_challenges (user_id) WHERE used_at IS NULL;
CREATE INDEX mail_links_user ON mail_links (user_id) WHERE used_at IS NULL;
CREATE INDEX outbox_mails_newest ON outbox_mails (created_at DESC, id DESC);

-- The job queue keeps its tables under row-level security of its own, which only their owner passes. Those who
-- write a job in their business transaction do so through this function, which runs as the owner.
CREATE FUNCTION enqueue_job(name text, payload json, run_at timestamptz, job_key text, max_attempts integer)
  RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  PERFORM graphile_worker.add_job(identifier => name, payload => payload, run_at => run_at,
    job_key => job_key, max_attempts => max_attempts);
END
$$;
REVOKE ALL ON FUNCTION enqueue_job FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_job TO mizan_app, mizan_platform;
