import { healthSlotMinutes } from '@mizan/contract/terminal-history.ts';
import type { Telemetry } from '@mizan/contract/terminal-link.ts';
import type { Tx } from '../platform/database/database.ts';
import { insertHealth, insertPackage, lockPackage, updateTelemetry } from './presence.queries.ts';

const slotMs = healthSlotMinutes * 60_000;

/** What a terminal says of itself: as it is now, one row in ten minutes of how it was, and another mada package. */
export async function keepHealth(tx: Tx, terminalId: string, said: Telemetry, at: Date): Promise<void> {
  const before = await lockPackage(tx, terminalId);
  const slotAt = new Date(Math.floor(at.getTime() / slotMs) * slotMs);
  const { madaPackage } = said;
  await Promise.all([
    updateTelemetry(tx, terminalId, said, at),
    insertHealth(tx, terminalId, said, slotAt),
    madaPackage !== null &&
      before?.madaPackage !== madaPackage &&
      insertPackage(tx, terminalId, madaPackage, at),
  ]);
}
