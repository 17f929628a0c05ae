-- Whom a line of a file moved (docs/decisions/0502-what-a-file-moves-goes-back.md): taken back, everybody sits where they sat.
ALTER TABLE bulk_lines ADD COLUMN seats jsonb;

-- What earlier runs kept of it: the cashier who was named at a terminal, and of a new terminal where they were before. Put together
-- as text, because a cluster takes no function here that may answer otherwise another time, as those that build jsonb do.
UPDATE bulk_lines SET seats = ('[{"cashierId": ' || (after -> 'cashierId')::text
    || ', "terminalId": ' || coalesce((before -> 'seat' -> 'terminalId')::text, 'null')
    || ', "isNamed": ' || CASE WHEN before -> 'seat' ->> 'terminalId' IS NULL THEN 'false' ELSE 'true' END
    || ', "branchId": ' || CASE WHEN before -> 'seat' ->> 'terminalId' IS NULL THEN 'null' ELSE (after -> 'branchId')::text END
    || ', "now": "' || target_id::text || '"}]')::jsonb
  WHERE kind = 'terminal' AND written_at IS NOT NULL AND verdict = 'NEW' AND after ->> 'cashierId' IS NOT NULL;
UPDATE bulk_lines SET seats =
    CASE WHEN before ->> 'cashierId' IS NULL THEN '[]'::jsonb ELSE ('[{"cashierId": ' || (before -> 'cashierId')::text
      || ', "terminalId": "' || target_id::text || '", "isNamed": true, "branchId": ' || (before -> 'branchId')::text
      || ', "now": null}]')::jsonb END
    || CASE WHEN after ->> 'cashierId' IS NULL THEN '[]'::jsonb ELSE ('[{"cashierId": ' || (after -> 'cashierId')::text
      || ', "terminalId": null, "isNamed": false, "branchId": null, "now": "' || target_id::text || '"}]')::jsonb END
  WHERE kind = 'terminal' AND written_at IS NOT NULL AND verdict = 'CHANGED'
    AND before ->> 'cashierId' IS DISTINCT FROM after ->> 'cashierId';
UPDATE bulk_lines SET before = CASE WHEN verdict = 'CHANGED' THEN before END, after = after - 'cashierId'
  WHERE kind = 'terminal' AND written_at IS NOT NULL;
