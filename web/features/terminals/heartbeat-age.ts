import { heartbeatOldMs, type TerminalRow } from '@mizan/contract/terminals.ts';

/** When the portal answered, by its clock and by this machine's: the two may differ. */
export interface AnsweredAt {
  readonly portal: string;
  readonly hereMs: number;
}

/** How long ago something was, in whole seconds from 0, counting on between two answers of the portal. */
export function ageSeconds(at: string, { portal, hereMs }: AnsweredAt, nowMs: number): number {
  const thenMs = Date.parse(portal) - Date.parse(at);
  return Math.max(0, Math.floor((thenMs + nowMs - hereMs) / 1_000));
}

/** Whether the last heartbeat is too old to call a line connected that counts as such; `age` in whole seconds. */
export const isHeartbeatOld = (connection: TerminalRow['connection'], age: number | null): boolean =>
  connection === 'CONNECTED' && age !== null && age * 1_000 > heartbeatOldMs;
