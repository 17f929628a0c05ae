import * as contract from '@mizan/contract/watched-folder.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { getWatchedFolder, setWatchedFolder, type WatchedFolderDeps } from './watched-folder.service.ts';

/** The watched folder of a merchant (contract/watched-folder.ts). */
export function registerWatchedFolderRoutes(on: On, deps: WatchedFolderDeps): void {
  on(contract.getWatchedFolder, (call) => getWatchedFolder(deps, memberOf(call)));
  on(contract.setWatchedFolder, (call) => setWatchedFolder(deps, memberOf(call), call.body.isOn));
}
