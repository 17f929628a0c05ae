import { getDashboard } from '@mizan/contract/dashboard.ts';
import { getFirstSteps } from '@mizan/contract/first-steps.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { dashboardOf } from './dashboard.service.ts';
import { firstStepsOf } from './first-steps.service.ts';

export function registerDashboardRoutes(on: On, { db, clock }: { db: Database; clock: Clock }): void {
  on(getDashboard, (call) => dashboardOf(db, call.principal, call.query, clock.now()));
  on(getFirstSteps, (call) => firstStepsOf(db, memberOf(call).merchantId, clock.now()));
}
