import { getTerminalSettings } from '@mizan/contract/terminal-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';

/** A terminal's word on its settings has no message of its own. */
const pollMs = 3_000;

export const useTerminalSettings = (id: string) =>
  useQuery({
    ...routeQuery(getTerminalSettings, { params: { id } }, { live: ['TCO', 'TDI'] }),
    refetchInterval: ({ state }) => {
      const asked = state.data?.asked;
      return asked && asked.state !== 'REFUSED' ? pollMs : false;
    },
  });
