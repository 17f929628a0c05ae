import * as contract from '@mizan/contract/notices.ts';
import type { Database } from '../../platform/database/database.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { noticeState, noticesOf, readUpTo } from './notices.service.ts';

/** The bell: what it tells, and how far somebody has read. */
export function registerNoticesRoutes(on: On, deps: { db: Database }): void {
  on(contract.getNoticeState, (call) => noticeState(deps, memberOf(call)));
  on(contract.listNotices, (call) => noticesOf(deps, memberOf(call), call.query));
  on(contract.readNotices, (call) => readUpTo(deps, memberOf(call), call.body.upTo));
}
