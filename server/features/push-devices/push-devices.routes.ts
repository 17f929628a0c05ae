import * as contract from '@mizan/contract/push-devices.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { addDevice, listDevices, removeOwnDevices } from './push-devices.service.ts';

export function registerPushDevicesRoutes(
  on: On,
  deps: { db: Database; clock: Clock; secret: string },
): void {
  on(contract.listPushDevices, (call) => listDevices(deps, memberOf(call)));
  on(contract.addPushDevice, (call) => addDevice(deps, memberOf(call), call.body, call));
  on(contract.removePushDevice, (call) => removeOwnDevices(deps, memberOf(call), call.params.id));
  on(contract.removePushDevices, (call) => removeOwnDevices(deps, memberOf(call), null));
}
