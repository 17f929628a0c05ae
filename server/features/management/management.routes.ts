import * as branches from '@mizan/contract/management.ts';
import * as people from '@mizan/contract/people.ts';
import { memberOf, type On } from '../../platform/http/call.ts';
import { endLookingOn, lookOn, makeLink } from './access.service.ts';
import { addNewBranch, changeBranch, setBranches } from './branch-change.service.ts';
import { branchDetail, branchEffects, countsOf, listBranches } from './branch-list.service.ts';
import type { ManagementDeps } from './management.deps.ts';
import { moveTerminals } from './move-terminals.service.ts';
import { addPerson, changePerson, setPeople } from './people-change.service.ts';
import { effectsOf } from './people-effects.service.ts';
import { listPeople, peopleChoices, personDetail } from './people-list.service.ts';

/** Branches and people of a merchant (contract/management.ts, contract/people.ts). */
export function registerManagementRoutes(on: On, deps: ManagementDeps): void {
  on(branches.getManagementCounts, (call) => countsOf(deps, memberOf(call)));
  on(branches.listBranches, (call) => listBranches(deps, memberOf(call), call.query));
  on(branches.getBranch, (call) => branchDetail(deps, memberOf(call), call.params.id));
  on(branches.getBranchEffects, (call) => branchEffects(deps, memberOf(call), call.query.id ?? []));
  on(branches.addBranch, (call) => addNewBranch(deps, memberOf(call), call.body));
  on(branches.changeBranch, (call) => changeBranch(deps, memberOf(call), call.params.id, call.body));
  on(branches.setBranchesStatus, (call) => setBranches(deps, memberOf(call), call.body));
  on(branches.moveTerminals, (call) =>
    moveTerminals(deps, memberOf(call), call.params.id, call.body.toBranchId),
  );
  on(people.listPeople, (call) => listPeople(deps, memberOf(call), call.query));
  on(people.getPerson, (call) => personDetail(deps, memberOf(call), call.params.id));
  on(people.getPeopleEffects, (call) => effectsOf(deps, memberOf(call), call.query.id ?? []));
  on(people.getPeopleChoices, (call) => peopleChoices(deps, memberOf(call)));
  on(people.addPerson, (call) => addPerson(deps, memberOf(call), call.body));
  on(people.changePerson, (call) => changePerson(deps, memberOf(call), call.params.id, call.body));
  on(people.setPeopleStatus, (call) => setPeople(deps, memberOf(call), call.body));
  on(people.makePersonLink, (call) => makeLink(deps, memberOf(call), call.params.id));
  on(people.lookOn, (call) => lookOn(deps, memberOf(call), call.params.id));
  on(people.endLookingOn, (call) => endLookingOn(deps, memberOf(call)));
}
