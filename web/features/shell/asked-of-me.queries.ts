import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../platform/query-client.ts';
import { useMay } from '../../platform/use-may.ts';

/** What waits for this person; undefined for whoever has none, and until it is known. The bell and the menu ask the same. */
export function useAskedOfMe() {
  const enabled = useMay(getAskedOfMe);
  return useQuery({ ...routeQuery(getAskedOfMe, {}, { live: ['FIL', 'TRX'] }), enabled }).data;
}
