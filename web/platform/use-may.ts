import { exportsFor } from '@mizan/contract/export-terms.ts';
import { isForLookingOn, may } from '@mizan/contract/may.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useSession } from './session.store.ts';

type Guarded = Pick<AnyRoute, 'allow' | 'right'>;

/** Whether the person of this page has a route's role and right: what is theirs is shown, also to whoever looks on as them. */
export const useIsTheirs = (route: Guarded): boolean => may(useSession(), route);

/** Whether whoever looks may call a route, or open a screen: what would be refused is not offered. */
export function useMay(route: Guarded | AnyRoute): boolean {
  const session = useSession();
  const refused = session?.looksOn === true && 'method' in route && !isForLookingOn(route);
  return !refused && may(session, route);
}

/** Whether whoever looks may have files made of the lists that they see. */
export const useMayExport = (): boolean => useMay({ ...exportsFor, method: 'POST' });
