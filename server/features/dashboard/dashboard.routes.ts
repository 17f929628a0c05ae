import { getDashboard } from '@mizan/contract/dashboard.ts';
import { getInsights } from '@mizan/contract/dashboard-insights.ts';
import { getFirstSteps } from '@mizan/contract/first-steps.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { dashboardOf } from './dashboard.service.ts';
import { firstStepsOf } from './first-steps.service.ts';
import { insightsOf } from './insights.service.ts';

export function registerDashboardRoutes(on: On, { db, clock }: { db: Database; clock: Clock }): void {
  on(getDashboard, (call) => dashboardOf(db, call.principal, call.query, clock.now()));
  on(getInsights, (call) => insightsOf(db, memberOf(call).merchantId, call.query, clock.now()));
  on(getFirstSteps, (call) => firstStepsOf(db, memberOf(call).merchantId, clock.now()));
}
