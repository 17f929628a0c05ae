import * as contract from '@mizan/contract/reports.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import type { ReportDeps } from './report-run.ts';
import { addReport, listReports, sendReportNow, stopReport } from './reports.service.ts';

/** Reports by e-mail, for owners. */
export function registerReportsRoutes(on: On, deps: ReportDeps): void {
  on(contract.listReports, (call) => listReports(deps, memberOf(call)));
  on(contract.addReport, (call) => addReport(deps, memberOf(call), call.body));
  on(contract.stopReport, (call) => stopReport(deps, memberOf(call), call.params.id));
  on(contract.sendReportNow, (call) => sendReportNow(deps, memberOf(call), call.params.id));
}
