-- How the table of a statement is told, where a person said it: the line of its names, delimiter, encoding, with the keys of its
-- columns, by which a later file is known (docs/decisions/0214-statements-told-by-hand.md). NULL where the file itself says it.
ALTER TABLE statement_layouts ADD COLUMN told jsonb;
