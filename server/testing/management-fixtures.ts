import * as bulk from '@mizan/contract/bulk.ts';
import * as management from '@mizan/contract/management.ts';
import * as people from '@mizan/contract/people.ts';
import { byId, inQuery, type Naming, naming, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

const branch = management.addBranch.example?.body;
const cashier = {
  teamRole: 'cashier',
  fullName: 'Noura',
  username: 'noura.o',
  branchId: nobodysId,
  terminalId: null,
  locale: 'ar',
};
const place = { fullName: 'Noura', teamRole: 'cashier', branchId: null, terminalId: null };
const together = (table: 'branches' | 'users'): Naming => ({
  table,
  args: (id) => ({ body: { ids: [id], status: 'INACTIVE' } }),
});

/** Branches and people, as their merchant arranges them. */
export const managementFixtures: readonly RouteFixture[] = [
  naming(management.getBranch, [byId('branches')]),
  naming(management.getBranchEffects, [inQuery('branches', 'id')]),
  plain(management.addBranch, { body: branch }, {}, { ...branch, mapUrl: 'javascript:alert(1)' }),
  naming(
    management.changeBranch,
    [byId('branches', { body: { ...branch, seen: branch } })],
    {},
    { ...branch, code: '', seen: branch },
  ),
  naming(management.setBranchesStatus, [together('branches')], {}, { ids: [], status: 'ACTIVE' }),
  naming(
    management.moveTerminals,
    [
      byId('branches', { body: { toBranchId: nobodysId } }),
      { table: 'branches', args: (toBranchId) => ({ params: { id: nobodysId }, body: { toBranchId } }) },
    ],
    {},
    { toBranchId: '' },
  ),
  naming(people.listPeople, [inQuery('branches', 'branchId')]),
  naming(people.getPerson, [byId('users')]),
  naming(people.getPeopleEffects, [inQuery('users', 'id')]),
  naming(
    people.addPerson,
    [
      { table: 'branches', args: (branchId) => ({ body: { ...cashier, branchId } }) },
      { table: 'terminals', args: (terminalId) => ({ body: { ...cashier, terminalId } }) },
    ],
    {},
    { ...cashier, username: 'two words' },
    { ...cashier, teamRole: 'administrator' },
  ),
  naming(
    people.changePerson,
    [byId('users', { body: { ...place, seen: place } })],
    {},
    { ...place, teamRole: 'king', seen: place },
  ),
  naming(people.setPeopleStatus, [together('users')], {}, { ids: [], status: 'ACTIVE' }),
  naming(people.makePersonLink, [byId('users')]),
  naming(people.lookOn, [byId('users')]),
  plain(bulk.uploadBulk, { query: { fileName: 'nothing.pdf' }, body: Buffer.from('%PDF') }),
  naming(bulk.getBulkRun, [byId('bulk_runs')]),
  naming(bulk.listBulkLines, [byId('bulk_runs')]),
  naming(bulk.startBulk, [byId('bulk_runs', { body: { lines: 'valid' } })], {}, { lines: 'some' }),
  naming(bulk.cancelBulk, [byId('bulk_runs')]),
  naming(bulk.discardBulk, [byId('bulk_runs')]),
  naming(bulk.undoBulk, [byId('bulk_runs')]),
  naming(bulk.downloadBulkErrors, [byId('bulk_runs', { query: { lang: 'ar' } })]),
  naming(bulk.downloadBulkLinks, [byId('bulk_runs', { query: { lang: 'ar' } })]),
  plain(bulk.downloadBulkTemplate, { query: { lang: 'ar' } }),
];
