import { type AccountRefusal, signInMessages } from '@mizan/contract/errors.ts';
import type { TeamRole } from '@mizan/contract/rights.ts';
import type { Role } from '@mizan/contract/roles.ts';
import { Failure } from '../../platform/failure.ts';

/** What of an account decides whether its owner may sign in. */
export interface AccountState {
  role: Role;
  /** Null where the role says it. */
  placeInTeam: TeamRole | null;
  status: 'ACTIVE' | 'INACTIVE';
  emailVerifiedAt: Date | null;
  /** Null for an administrator, who has no merchant. */
  merchantStatus: 'PENDING' | 'ACTIVE' | 'REJECTED' | 'SUSPENDED' | 'CLOSED' | null;
  branchStatus: 'ACTIVE' | 'INACTIVE' | null;
}

/**
 * Why an account is refused although its password was right, by the name of the reason, or null. The first reason that
 * nobody but us can lift is said first.
 */
export function refusalOf(account: AccountState): AccountRefusal | null {
  const { role, placeInTeam, status, emailVerifiedAt, merchantStatus, branchStatus } = account;
  const isOfBranch = role === 'CASHIER' || placeInTeam === 'branchManager';
  if (status === 'INACTIVE') return 'accountDeactivated';
  if (merchantStatus === 'REJECTED') return 'accountRejected';
  if (role !== 'CASHIER' && emailVerifiedAt === null) return 'emailNotVerified';
  if (merchantStatus === 'PENDING') return 'accountPending';
  if (merchantStatus === 'SUSPENDED') return 'accountDeactivated';
  if (merchantStatus === 'CLOSED') return 'accountClosed';
  if (isOfBranch && branchStatus === 'INACTIVE') return 'branchDeactivated';
  return null;
}

/** An account that may not sign in: the sentence of rules S8.1, and the reason's name beside it. */
export const accountRefused = (reason: AccountRefusal): Failure =>
  new Failure('accountRefused', signInMessages[reason], { reason });
