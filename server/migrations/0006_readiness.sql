-- /ready tells whether the schema is at least as new as the program: after a restore of an older backup it is not.
GRANT SELECT ON schema_migrations TO mizan_platform;
