import { getMyShift, getShift, getShiftSlip, listShifts } from '@mizan/contract/shifts.ts';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../platform/query-client.ts';

/** A colleague's hand-over is no payment and comes with no message. */
const lookMs = 20_000;
const live = { live: ['TRX', 'PAY'] } as const;

/** What other answers may be after a shift was opened, closed or handed on. */
export const shiftChanges = [getMyShift, getShift, getShiftSlip, listShifts];

export const useMyShift = () => useQuery({ ...routeQuery(getMyShift, {}, live), refetchInterval: lookMs });
export const useShift = (id: string) => useQuery(routeQuery(getShift, { params: { id } }, live));
export const useSlip = (id: string) => useQuery(routeQuery(getShiftSlip, { params: { id } }, live));

/** What the screen asks first, while its code is on its way. */
export const askFirst = () => queryClient.prefetchQuery(routeQuery(getMyShift, {}, live));
