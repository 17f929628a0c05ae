import { expect, test } from 'vitest';
import { registeredFindings } from './tidy/registered-ids.ts';
import { projectFiles, type SourceFile } from './tidy/source-files.ts';

/** Ids of routes, facts, orders and screens are registered in the folder that they belong to. */
const files = projectFiles();
const file = (path: string, text: string): SourceFile => ({ path, text });
const nowhere = { routes: {}, facts: {}, screens: {} };
const shiftRoute = "export const openShift = defineRoute({\n  id: 'shifts.open',\n});\n";

test('every id of the project is where it belongs', () => {
  expect(registeredFindings(files)).toEqual([]);
});

test('what the rule reads is all there is: routes that are handled, and screens that stand on a route', () => {
  const read = registeredFindings(files, nowhere);
  const belongs = (what: string) => read.filter((finding) => finding.includes(what)).length;
  // Without the table of what is elsewhere each of its lines is a finding.
  expect(belongs(' handles ')).toBeGreaterThan(60);
  expect(belongs(' names the fact ')).toBeGreaterThan(30);
  expect(belongs(' stands on ')).toBeGreaterThan(0);
});

test.each([
  [
    'a route of another feature, by its name or by a namespace',
    [
      file('contract/shifts.ts', shiftRoute),
      file(
        'server/features/payments/payments.routes.ts',
        "import { openShift as open } from '@mizan/contract/shifts.ts';\non(open, (call) => 1);",
      ),
      file(
        'server/features/refunds/refunds.routes.ts',
        "import * as contract from '@mizan/contract/shifts.ts';\non(\n  contract.openShift, (call) => 1);",
      ),
      file(
        'server/features/shifts/shifts.routes.ts',
        "import { openShift } from '@mizan/contract/shifts.ts';\non(openShift, (call) => 1);",
      ),
    ],
    [
      'server/features/payments/payments.routes.ts handles open, which belongs to shifts',
      'server/features/refunds/refunds.routes.ts handles openShift, which belongs to shifts',
    ],
  ],
  [
    'an id twice',
    [file('contract/shifts.ts', shiftRoute), file('contract/tills.ts', shiftRoute)],
    ['contract/tills.ts defines shifts.open, and so does contract/shifts.ts'],
  ],
  [
    'a route that comes from nowhere',
    [file('server/features/shifts/shifts.routes.ts', 'on(made, (call) => 1);')],
    ['server/features/shifts/shifts.routes.ts handles made: import it from its file of contract/'],
  ],
  [
    'a fact of another feature',
    [
      file('contract/shifts.facts.ts', "export const facts = {\n  'shifts.closed': defineFact({}),\n};"),
      file('server/features/shifts/shifts.service.ts', "happened(tx, by, { fact: 'shifts.closed' });"),
      file('server/features/payments/payments.service.ts', "happened(tx, by, { fact: 'shifts.closed' });"),
      file('server/features/payments/payments.test.ts', "expect(fact).toBe('shifts.closed');"),
    ],
    ['server/features/payments/payments.service.ts names the fact shifts.closed, which belongs to shifts'],
  ],
  [
    'handlers of an order that somebody else takes',
    [
      file('server/terminal-orders.ts', "import { a } from './features/payments/payment-orders.ts';"),
      file('server/features/refunds/a.ts', "import { a } from '../payments/payment-orders.ts';"),
    ],
    [
      'server/features/refunds/a.ts takes the handlers of server/features/payments/payment-orders.ts: server/terminal-orders.ts hands them over',
    ],
  ],
  [
    'a page outside the table of screens, and one of another feature',
    [
      file(
        'contract/screens.ts',
        "import { openShift } from './shifts.ts';\nexport const screens = {\n  shift: {\n    path: '/shift',\n    ...standsOn(openShift, merchantRoles),\n  },\n};",
      ),
      file(
        'web/pages.ts',
        "export const pages = {\n  merchant: {\n    shift: shown(() => import('./features/refunds/shift.page.tsx'), 'ShiftPage'),\n  },\n};",
      ),
      file('web/features/shell/menu.tsx', "const page = import('../refunds/shift.page.tsx');"),
      file('web/features/refunds/own.tsx', "import { x } from './shift.page.tsx';"),
    ],
    [
      'web/features/shell/menu.tsx loads web/features/refunds/shift.page.tsx: web/pages.ts says which screen it is',
      'shift stands on openShift of shifts, its page is in refunds',
    ],
  ],
])('a breach: %s', (_what, planted, findings) => {
  expect(registeredFindings(planted, nowhere)).toEqual(findings);
});

test('a line of the table that nothing needs any more is a finding', () => {
  const idle = {
    routes: { shifts: ['tills'] },
    facts: { tills: ['shifts.closed'] },
    screens: { shift: 'tills' },
  };
  expect(registeredFindings([], idle)).toHaveLength(3);
});
