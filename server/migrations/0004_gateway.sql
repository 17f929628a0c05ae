-- What the gateway looks for once a second, wherever it stands: lines that were lost, by when.
CREATE INDEX terminal_directory_lost ON terminal_directory (lost_at) WHERE lost_at IS NOT NULL;
