-- What a terminal itself says of its hardware, beside what is on record: after a replacement the two may differ.
ALTER TABLE terminals ADD COLUMN reported_model text;
