-- Lines with other figures than an earlier file has: what later files of the same payment are held against.
CREATE INDEX bank_entries_corrected ON bank_entries (merchant_id, transaction_id, bank_file_id) WHERE reason = 'corrected';
