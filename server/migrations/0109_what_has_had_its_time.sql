-- What has had its time is deleted by jobs of the platform (docs/decisions/0147-how-long-things-are-kept.md).
GRANT DELETE ON notices, webhook_deliveries, webhook_attempts, refused_drops, link_violations, push_devices,
  exception_requests TO mizan_platform;

-- By age, over all merchants. Those of webhooks that still wait are never among them.
CREATE INDEX notices_age ON notices (at);
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at) WHERE next_attempt_at IS NULL;
CREATE INDEX link_violations_age ON link_violations (at);
CREATE INDEX push_devices_removed ON push_devices (removed_at) WHERE removed_at IS NOT NULL;
