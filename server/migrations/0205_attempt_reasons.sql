-- Why nothing came back of an attempt is a word, so that nobody reads the sentence beside it. What is kept was said by the
-- sentence of that day, once and here alone.
ALTER TABLE webhook_attempts ADD COLUMN reason text;
ALTER TABLE webhook_attempts ADD CONSTRAINT webhook_attempts_reason_check CHECK (reason IN ('closedNetwork', 'noAnswer'));
UPDATE webhook_attempts
   SET reason = CASE failure WHEN 'the address is in a network that no webhook goes to' THEN 'closedNetwork' ELSE 'noAnswer' END
 WHERE status IS NULL AND failure IS NOT NULL;
