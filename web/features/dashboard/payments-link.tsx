import { paths } from '@mizan/contract/paths.ts';
import { Link } from '@tanstack/react-router';
import { createContext, type ReactNode, useContext } from 'react';
import { useSession } from '../../platform/session.store.ts';
import classes from './dashboard.module.css';

/** The days and the branch that a figure is about, as filters of the list. */
interface Place {
  from: string;
  to: string;
  branchId?: string[];
}

const PlaceContext = createContext<Place | null>(null);
export const PaymentsPlace = PlaceContext.Provider;

/** A figure as the way to the payments it counts. An administrator sees sums of all merchants, and no payment. */
export function PaymentsLink({
  filter,
  days,
  children,
}: {
  filter: object;
  /** Other days than those that the dashboard shows. */
  days?: { from: string; to: string };
  children: ReactNode;
}) {
  const place = useContext(PlaceContext);
  const role = useSession()?.role;
  if (place === null || role === undefined || role === 'ADMIN') return children;
  return (
    <Link
      className={classes['payments']}
      to={paths.transactions}
      search={{ ...place, ...(days && { from: days.from, to: days.to }), ...filter } as never}
    >
      {children}
    </Link>
  );
}
