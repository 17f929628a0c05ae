import type { ReactNode } from 'react';
import { readFailure } from './failure.ts';
import { ErrorState, LoadingState } from './states.tsx';

export interface LoadedProps<Data> {
  /** A question of the portal (`useQuery`). */
  of: { data: Data | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** Lines of the skeleton. */
  rows?: number;
  /** What stands where the portal has no such thing: a 404 is no failure to try again. */
  missing?: ReactNode;
  children: (data: Data) => ReactNode;
}

/** One answer in whichever state it is: on its way, without a line, refused, or there. */
export function Loaded<Data>({ of: query, rows = 10, missing, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <LoadingState rows={rows} />;
  if (missing && readFailure(query.error).status === 404) return missing;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}
