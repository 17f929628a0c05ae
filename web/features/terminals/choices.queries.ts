import { getTerminalChoices } from '@mizan/contract/terminal-manage.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';

export const useChoices = () => useQuery(routeQuery(getTerminalChoices, {}));
