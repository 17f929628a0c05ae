import { signInMessages } from '@mizan/contract/errors.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';

/** What of an account decides whether its owner may sign in. */
export interface AccountState {
  role: Role;
  /** Null where the role says it. */
  placeInTeam: TeamRole | null;
  status: 'ACTIVE' | 'INACTIVE';
  emailVerifiedAt: Date | null;
  /** Null for an administrator, who has no merchant. */
  merchantStatus: 'PENDING' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | null;
  branchStatus: 'ACTIVE' | 'INACTIVE' | null;
}

/**
 * Why an account is refused although its password was right, in the words of the specification (rules S8), or
 * null. The first reason that nobody but us can lift is said first.
 */
export function refusalOf(account: AccountState): string | null {
  const { role, placeInTeam, status, emailVerifiedAt, merchantStatus, branchStatus } = account;
  const isOfBranch = role === 'CASHIER' || placeInTeam === 'branchManager';
  if (status === 'INACTIVE') return signInMessages.accountDeactivated;
  if (merchantStatus === 'REJECTED') return signInMessages.accountRejected;
  if (role !== 'CASHIER' && emailVerifiedAt === null) return signInMessages.emailNotVerified;
  if (merchantStatus === 'PENDING') return signInMessages.accountPending;
  if (merchantStatus === 'SUSPENDED') return signInMessages.accountDeactivated;
  if (isOfBranch && branchStatus === 'INACTIVE') return signInMessages.branchDeactivated;
  return null;
}
