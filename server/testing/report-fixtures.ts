import * as reports from '@mizan/contract/reports.ts';
import { byId, naming, type RouteFixture } from './fixture-kinds.ts';

const report = reports.addReport.example?.body;

/** Reports by e-mail: whom they go to, and those that are there. */
export const reportFixtures: readonly RouteFixture[] = [
  naming(
    reports.addReport,
    [{ table: 'users', args: (id) => ({ body: { ...report, recipientIds: [id] } }) }],
    {},
    { ...report, atTime: '24:00' },
    { ...report, recipientIds: [] },
  ),
  naming(reports.stopReport, [byId('report_schedules')]),
  naming(reports.sendReportNow, [byId('report_schedules')]),
];
