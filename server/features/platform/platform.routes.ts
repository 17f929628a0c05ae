import { getHealth, listJobKinds, listMisfits } from '@mizan/contract/platform.ts';
import { getWaitingApplications } from '@mizan/contract/waiting-applications.ts';
import type { On } from '../../platform/http/call.ts';
import { healthOf } from './health.service.ts';
import { jobKinds, misfits, type PlatformDeps, waitingApplications } from './needs.service.ts';

/** How the platform is, for administrators. */
export function registerPlatformRoutes(on: On, deps: PlatformDeps): void {
  on(getHealth, () => healthOf(deps));
  on(getWaitingApplications, () => waitingApplications(deps));
  on(listJobKinds, () => jobKinds(deps));
  on(listMisfits, () => misfits(deps));
}
