import { may } from '@mizan/contract/may.ts';
import type { AnyRoute } from '@mizan/contract/route.ts';
import { useSession } from './session.store.ts';

/** Whether whoever looks may call a route: what would be refused is not offered. */
export const useMay = (route: Pick<AnyRoute, 'allow' | 'right'>): boolean => may(useSession(), route);
