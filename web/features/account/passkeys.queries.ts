import { addPasskey, beginPasskey, listPasskeys } from '@mizan/contract/passkeys.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/api-client.ts';
import { makePasskey } from '../../platform/passkeys.ts';
import { routeQuery } from '../../platform/query-client.ts';

export type Passkey = RouteOutput<typeof listPasskeys>['rows'][number];

export const usePasskeys = () => useQuery(routeQuery(listPasskeys, {}));

/** Asks the portal, then the browser, then the portal again. @throws PasskeyNotGivenError, ApiError */
export async function addOnePasskey(): Promise<void> {
  const credential = await makePasskey(await call(beginPasskey, {}));
  await call(addPasskey, { body: { credential } });
}
