import type { Tx } from '../../platform/database/database.ts';
import { type DeviceRow, listDevices, revokeOwnDevices } from './trusted-devices.queries.ts';

/** How long the row of a device stays that is trusted no more. */
export const endedDevicesDays = 30;

/** The devices that a user trusts now, the newest first. */
export const devicesOf = (tx: Tx, userId: string, at: Date): Promise<DeviceRow[]> =>
  listDevices(tx, userId, at);

/** Trusts one of a user's devices no more, or all where `id` is null; answers how many. */
export const distrustDevices = (tx: Tx, userId: string, id: string | null, at: Date): Promise<number> =>
  revokeOwnDevices(tx, userId, id, at);
