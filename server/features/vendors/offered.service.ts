import { type getOfferedDevices, offeredDevicesMax } from '@mizan/contract/offered-devices.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { offeredModels } from '../models/offered.service.ts';
import { selectOfferedVendors } from './vendors.queries.ts';

/** Vendors and models as forms offer them. What is saved keeps its names, whatever becomes of either. */

export const offeredVendors = (tx: Tx): ReturnType<typeof selectOfferedVendors> =>
  selectOfferedVendors(tx, offeredDevicesMax.vendors);

export const offeredDevices = (db: Database): Promise<RouteOutput<typeof getOfferedDevices>> =>
  inPlatform(db, async (tx) => ({ models: await offeredModels(tx), vendors: await offeredVendors(tx) }));
