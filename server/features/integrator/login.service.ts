import { type AccountRefusal, signInMessages } from '@mizan/contract/errors.ts';
import type { integratorLogin } from '@mizan/contract/integrator.ts';
import { letsSoftwareIn, teamRoleOf } from '@mizan/contract/rights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Origin } from '../../platform/audit/audit.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure } from '../../platform/failure.ts';
import { openIntegration } from '../../platform/sessions/sessions.ts';
import { accountByName, accountOf, accountRefused, refusalOfAccount } from '../auth/accounts.service.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { actorOf, type Claimed, checkPassword, noteRefusedState } from '../auth/credentials.ts';
import { findCredential, noteUse } from './integrator.queries.ts';

/** A cashier's own account, or a merchant's credential with the account of who made it. */
type Signing = Claimed & { readonly credential: { id: string; name: string } | null };

/**
 * What this name may sign software in as. Whoever runs a merchant is not found by their own name: a password that opens
 * the portal after a one-time code must open nothing without it, and must not be told from a wrong one.
 */
async function findSigning(db: Database, name: string): Promise<Signing | null> {
  // Both are always asked, so that the time does not tell which of them has the name.
  const [account, credential] = await Promise.all([accountByName(db, name), findCredential(db, name)]);
  if (credential) {
    const madeBy = await accountOf(db, credential.madeBy);
    return madeBy && { account: madeBy, passwordHash: credential.passwordHash, credential };
  }
  if (account?.role !== 'CASHIER') return null;
  return { account, passwordHash: account.passwordHash, credential: null };
}

/** A credential counts while who made it may make one: their other rights are not what it was given for. */
function refusalOf({ account, credential }: Pick<Signing, 'account' | 'credential'>): AccountRefusal | null {
  const isStopped = credential !== null && !letsSoftwareIn(teamRoleOf(account.role, account.placeInTeam));
  return refusalOfAccount(account) ?? (isStopped ? 'accountDeactivated' : null);
}

/**
 * Signs software in. @throws Failure 'incorrectCredentials', the same for whatever is wrong; 'accountRefused' after a
 * right password alone; 'rateLimited'
 */
export async function logIn(
  deps: AuthDeps,
  { username, password }: RouteInput<typeof integratorLogin>['body'],
  from: Origin & { ip: string },
): Promise<RouteOutput<typeof integratorLogin>> {
  const { db, clock } = deps;
  const origin = { ...from, deviceToken: null };
  const read = async () => ({ name: username, password });
  const { account, credential } = await checkPassword(deps, origin, read, (name) => findSigning(db, name));
  const refusal = refusalOf({ account, credential });
  if (refusal !== null) {
    await noteRefusedState(deps, account, origin, refusal);
    throw accountRefused(refusal);
  }
  const at = clock.now();
  const fullName = credential?.name ?? account.fullName;
  const accessToken = await inPlatform(db, async (tx) => {
    if (credential && !(await noteUse(tx, credential.id, at))) {
      throw new Failure('incorrectCredentials', signInMessages.incorrect);
    }
    const about = { type: 'merchant', id: account.merchantId ?? '' } as const;
    const params = { name: fullName, username: username.trim().toLowerCase() };
    await happened(tx, actorOf({ ...account, fullName }, from), {
      fact: 'integrator.signedIn',
      at,
      about,
      params,
    });
    return openIntegration(tx, { userId: account.id, credentialId: credential?.id ?? null, at, ...from });
  });
  return { accessToken, role: account.role, fullName };
}
