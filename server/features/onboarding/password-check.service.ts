import type { checkPassword } from '@mizan/contract/onboarding.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { isEasy, meetsRules } from '../auth/easy-password.ts';

/**
 * Whether a password that meets every rule is easy to guess all the same, while it is typed. One that cannot be opened or
 * is weak is told by other means. It is neither kept nor logged.
 */
export async function checkPasswordOf(
  deps: AuthDeps,
  { password: sealed, about }: RouteInput<typeof checkPassword>['body'],
): Promise<{ easy: boolean }> {
  const password = await deps.keys.open(sealed);
  if (password === null || !meetsRules(password)) return { easy: false };
  return { easy: await isEasy(deps, password, about) };
}
