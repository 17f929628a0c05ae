import * as contract from '@mizan/contract/views.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { listOwnViews, removeView, renameView, saveOwnView } from './views.service.ts';

export function registerViewsRoutes(on: On, deps: { db: Database; clock: Clock }): void {
  on(contract.listViews, (call) => listOwnViews(deps, memberOf(call)));
  on(contract.saveView, (call) => saveOwnView(deps, memberOf(call), call.body));
  on(contract.renameView, (call) => renameView(deps, memberOf(call), call.params.id, call.body.name));
  on(contract.removeView, (call) => removeView(deps, memberOf(call), call.params.id));
}
