import type { Role } from './roles.ts';

/**
 * What somebody is in the team that they belong to: finer than the role. Today it follows from the role alone, so that
 * everybody of a merchant but its cashiers is an owner (docs/decisions/0038-guards-on-the-route.md).
 */
export const teamRoles = [
  'owner',
  'manager',
  'accountant',
  'branchManager',
  'cashier',
  'administrator',
] as const;
export type TeamRole = (typeof teamRoles)[number];

const ofRole: Readonly<Record<Role, TeamRole>> = {
  MERCHANT: 'owner',
  CASHIER: 'cashier',
  ADMIN: 'administrator',
};
export const teamRoleOf = (role: Role): TeamRole => ofRole[role];

const everybody = teamRoles;
const ofMerchant = ['owner', 'manager', 'accountant', 'branchManager', 'cashier'] as const;
const takers = ['owner', 'manager', 'branchManager', 'cashier'] as const;
const bookkeepers = ['owner', 'manager', 'accountant'] as const;

/**
 * Every right with who has it. A right says what somebody may do, not with which rows: those are narrowed in SQL. One
 * stands here only while a route asks for it.
 */
const holders = {
  /** The own profile, password, passkeys, sessions and preferences. */
  'account.own': everybody,
  'dashboard.read': everybody,
  'dashboard.firstSteps': ['owner', 'manager'],
  'audit.read': [...bookkeepers, 'administrator'],
  'transactions.read': ofMerchant,
  /** Moves money. */
  'payments.take': takers,
  /** To stop a payment under way, and to ask a terminal for its outcome. */
  'payments.follow': takers,
  /** To settle a payment under review by one's own word. */
  'payments.decide': ['owner', 'manager'],
  'terminals.read': ofMerchant,
  'terminals.pair': ['owner', 'manager', 'branchManager'],
  /** To see what terminals and their hosts reconciled, and to have it done. */
  'terminals.reconcile': ['owner', 'manager', 'accountant', 'branchManager'],
  'bankFiles.read': bookkeepers,
  'bankFiles.change': bookkeepers,
  /** Up to which difference one person may accept an exception alone. */
  'exceptions.limit': ['owner'],
  /** What was agreed with banks: which terminal is with which, cut-offs, rates. */
  'agreements.read': bookkeepers,
  'agreements.change': ['owner', 'manager'],
  'settlement.read': bookkeepers,
  /** What arrived in the account, and which settlements it pays. */
  'deposits.change': bookkeepers,
  /** Which account of the merchant's own books each line of the journal goes to. */
  'journal.accounts': bookkeepers,
  /** VAT invoices of banks, entered and taken back. */
  'vatInvoices.change': bookkeepers,
  'holidays.read': [...bookkeepers, 'administrator'],
  'holidays.change': ['administrator'],
  'merchants.read': ['administrator'],
  'merchants.decide': ['administrator'],
  'merchants.suspend': ['administrator'],
} as const satisfies Readonly<Record<string, readonly TeamRole[]>>;

export type Right = keyof typeof holders;
export const rights = Object.keys(holders) as Right[];

/** A route that changes something under one of these needs an id of its caller's, so that a repeat pays once. */
export const moneyRights: readonly Right[] = ['payments.take'];

export const hasRight = (teamRole: TeamRole, right: Right): boolean =>
  (holders[right] as readonly TeamRole[]).includes(teamRole);
