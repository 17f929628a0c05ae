-- Whom a line of a file moved (docs/decisions/0502-what-a-file-moves-goes-back.md): taken back, everybody sits where they sat.
ALTER TABLE bulk_lines ADD COLUMN seats jsonb;

-- What earlier runs kept of it: the cashier who was named at a terminal, and of a new terminal where they were before.
UPDATE bulk_lines SET seats = jsonb_build_array(jsonb_build_object(
    'cashierId', after ->> 'cashierId', 'terminalId', before -> 'seat' ->> 'terminalId',
    'isNamed', before -> 'seat' ->> 'terminalId' IS NOT NULL,
    'branchId', CASE WHEN before -> 'seat' ->> 'terminalId' IS NOT NULL THEN after ->> 'branchId' END, 'now', target_id::text))
  WHERE kind = 'terminal' AND written_at IS NOT NULL AND verdict = 'NEW' AND after ->> 'cashierId' IS NOT NULL;
UPDATE bulk_lines SET seats =
    CASE WHEN before ->> 'cashierId' IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
      'cashierId', before ->> 'cashierId', 'terminalId', target_id::text, 'isNamed', true,
      'branchId', before ->> 'branchId', 'now', null)) END
    || CASE WHEN after ->> 'cashierId' IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
      'cashierId', after ->> 'cashierId', 'terminalId', null, 'isNamed', false, 'branchId', null, 'now', target_id::text)) END
  WHERE kind = 'terminal' AND written_at IS NOT NULL AND verdict = 'CHANGED'
    AND before ->> 'cashierId' IS DISTINCT FROM after ->> 'cashierId';
UPDATE bulk_lines SET before = CASE WHEN verdict = 'CHANGED' THEN before END, after = after - 'cashierId'
  WHERE kind = 'terminal' AND written_at IS NOT NULL;
