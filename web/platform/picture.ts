import type { AnyRoute, RouteArgs } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchFile } from './api-client.ts';

/** Pictures of the portal: a fetch carries the session, which an address in a page cannot. */
export interface ShownPicture {
  blob: Blob | null;
  /** What an `img` shows; null until it is there. */
  address: string | null;
}

/** The picture of a route, by the parameters that name its content; null: there is none. */
export function usePicture<R extends AnyRoute>(
  route: R,
  params: RouteArgs<R>['params'] | null,
): ShownPicture {
  const { data } = useQuery({
    queryKey: [route.id, params],
    queryFn: ({ signal }) => fetchFile(route, { params: params ?? undefined }, { signal }),
    enabled: params !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => {
      URL.revokeObjectURL(made);
      setAddress(null);
    };
  }, [data]);
  return { blob: data ?? null, address };
}
