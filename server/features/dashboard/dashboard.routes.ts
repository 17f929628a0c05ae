import { getDashboard } from '@mizan/contract/dashboard.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { On } from '../../platform/http/call.ts';
import { dashboardOf } from './dashboard.service.ts';

export function registerDashboardRoutes(on: On, { db, clock }: { db: Database; clock: Clock }): void {
  on(getDashboard, (call) => dashboardOf(db, call.principal, call.query, clock.now()));
}
