import { getRulesEffect, listRules } from '@mizan/contract/exception-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../../platform/query-client.ts';
import { changedByWork } from './exceptions.queries.ts';

/** What may be other after somebody worked on the rules. */
export const changedByRules = [listRules, getRulesEffect, ...changedByWork];

export const useRules = () => useQuery(routeQuery(listRules, {}));

export const useRulesEffect = () => useQuery(routeQuery(getRulesEffect, {}, { live: ['FIL'] }));
