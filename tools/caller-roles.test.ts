/** Guards of a route stand beside it: a service that reads what its caller is decides about rows, and is named for it. */
import { expect, test } from 'vitest';
import { callerRoleFindings, goneReaders } from './tidy/caller-roles.ts';
import { projectFiles, type SourceFile } from './tidy/source-files.ts';

const files = projectFiles();
const file = (path: string, text: string): SourceFile => ({ path, text });
const rights = file(
  'contract/rights.ts',
  "export const paysOut = (teamRole: TeamRole): boolean => hasRight(teamRole, 'a.b');",
);

test('no service reads what its caller is but where it is named and counted', () => {
  expect(callerRoleFindings(files)).toEqual([]);
  expect(goneReaders(files)).toEqual([]);
});

test.each([
  "if (by.role !== 'CASHIER') throw notFound();",
  "if (member.teamRole === 'manager') throw refused('ownersOnly');",
  "if (call.principal?.role === 'ADMIN') return null;",
  'const { role } = member;',
  'const { userId, teamRole } = memberOf(call);',
  'const isOwn = ({ role, userId }: Member): boolean => true;',
  'if (!paysOut(place)) throw notFound();',
])('a guard that a service asks by hand is found: %s', (text) => {
  const found = callerRoleFindings([rights, file('server/features/banks/banks.service.ts', text)]);
  expect(found).toEqual([expect.stringContaining('reads what its caller is 1 times, and 0 are named')]);
});

test('one more reading beside those that are named is found, and one that is gone', () => {
  const path = 'server/features/terminals/terminals.service.ts';
  const changed = (times: number) =>
    callerRoleFindings([file(path, "if (member.role === 'CASHIER') throw notFound();\n".repeat(times))]);
  expect([changed(1).length, changed(2).length, changed(3).length]).toEqual([1, 0, 1]);
});
