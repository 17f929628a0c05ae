import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  passkeyNameMax,
  passkeysMax,
  removePasskey,
  renamePasskey,
} from '@mizan/contract/passkeys.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { makePasskey } from '../../platform/passkeys.ts';
import { routeQuery } from '../../platform/query-client.ts';

export { passkeyNameMax, passkeysMax };
export type Passkey = RouteOutput<typeof listPasskeys>['rows'][number];

const passkeysQuery = routeQuery(listPasskeys, {});
export const usePasskeys = () => useQuery(passkeysQuery);

/** One change of the list; it is read again before the change counts as done, also where it was refused. */
function usePasskeyChange<Args>(change: (args: Args) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
}

/** Asks the portal, then the browser, then the portal again. @throws PasskeyNotGivenError, ApiError */
export const useAddPasskey = () =>
  usePasskeyChange(async () => {
    const credential = await makePasskey(await call(beginPasskey, {}));
    return call(addPasskey, { body: { credential } });
  });

export const useRenamePasskey = () =>
  usePasskeyChange(({ id, name }: { id: string; name: string }) =>
    call(renamePasskey, { params: { id }, body: { name } }),
  );

export const useRemovePasskey = () =>
  usePasskeyChange((id: string) => call(removePasskey, { params: { id } }));
