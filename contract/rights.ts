import type { Role } from './roles.ts';

/**
 * What somebody is in the team that they belong to: finer than the role, and kept with the person
 * (docs/decisions/0130-people-of-a-merchant.md).
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
/** What somebody is in a team: the place they were given, or what the role alone says where nothing finer is kept. */
export const teamRoleOf = (role: Role, placeInTeam?: TeamRole | null): TeamRole =>
  placeInTeam ?? ofRole[role];

/** Those of the role MERCHANT, who sign in with an e-mail. */
export const memberRoles = ['owner', 'manager', 'accountant', 'branchManager'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Whether somebody hears of every terminal of the merchant: a cashier of one, a branch manager of those of one branch. */
export const hearsAll = (teamRole: TeamRole): boolean =>
  teamRole !== 'cashier' && teamRole !== 'branchManager';

const everybody = teamRoles;
const ofMerchant = ['owner', 'manager', 'accountant', 'branchManager', 'cashier'] as const;
const takers = ['owner', 'manager', 'branchManager', 'cashier'] as const;
const bookkeepers = ['owner', 'manager', 'accountant'] as const;
const overseers = ['owner', 'manager', 'branchManager'] as const;
const managers = ['owner', 'manager'] as const;
const owners = ['owner'] as const;
const administrators = ['administrator'] as const;

/**
 * Every right with who has it. A right says what somebody may do, not with which rows: those are narrowed in SQL. One
 * stands here only while a route asks for it.
 */
const holders = {
  /** The own profile, password, passkeys, sessions and preferences. */
  'account.own': everybody,
  'dashboard.read': everybody,
  'dashboard.firstSteps': managers,
  'audit.read': [...bookkeepers, 'administrator'],
  'transactions.read': ofMerchant,
  /** To hand a slip to a customer: by an address that shows it, or by e-mail. */
  'receipts.give': ofMerchant,
  /** Moves money. */
  'payments.take': takers,
  /** To stop a payment under way, and to ask a terminal for its outcome. */
  'payments.follow': takers,
  /** To settle a payment under review by one's own word. */
  'payments.decide': managers,
  /** A cashier the own shift: to open it, to hand it over, to close it; others to close it. */
  'shifts.work': takers,
  /** Asks for money to go back; a second person approves what is above the limit. A cashier where the merchant allows it. */
  'refunds.take': takers,
  /** To take back what one asked for oneself, while it waits. */
  'refunds.withdraw': takers,
  /** To approve or refuse what somebody else asked for. */
  'refunds.decide': overseers,
  /** Up to which sum one person may give back alone, and whether cashiers may give back at all. */
  'refunds.limit': owners,
  'terminals.read': ofMerchant,
  'terminals.pair': overseers,
  /** To add terminals, assign them, take them out of service and bring them back. */
  'terminals.manage': managers,
  /** To add cashiers, and to say who works at which terminal. */
  'cashiers.arrange': managers,
  /** The branches of a merchant and its people; a branch manager of the own branch. */
  'people.read': memberRoles,
  /** To add people and branches, change them, keep them out and let them in again. */
  'people.manage': managers,
  /** When terminals reconcile by themselves, and who is written to of it. */
  'terminals.reconcileTimes': bookkeepers,
  /** To see what terminals and their hosts reconciled, and to have it done. */
  'terminals.reconcile': memberRoles,
  'bankFiles.read': bookkeepers,
  'bankFiles.change': bookkeepers,
  /** Up to which difference one person may accept an exception alone. */
  'exceptions.limit': owners,
  /** What was agreed with banks: which terminal is with which, cut-offs, rates. */
  'agreements.read': bookkeepers,
  'agreements.change': managers,
  'settlement.read': bookkeepers,
  /** What arrived in the account, and which settlements it pays. */
  'deposits.change': bookkeepers,
  /** Which account of the merchant's own books each line of the journal goes to. */
  'journal.accounts': bookkeepers,
  /** VAT invoices of banks, entered and taken back. */
  'vatInvoices.change': bookkeepers,
  /** What the business says of itself, what is sent of it, and what becomes of it here. */
  'business.manage': owners,
  /** To answer what people of one's own ask for under the personal data law. */
  'personalData.answer': ['owner', 'administrator'],
  /** To take everything away that the merchant owns, in one file. */
  'business.takeAway': owners,
  /** What the merchant's own software signs in with. */
  'integrations.manage': owners,
  'holidays.read': [...bookkeepers, 'administrator'],
  'holidays.change': administrators,
  /** Vendors, brands and models, places: kept for all merchants. */
  'vendors.read': administrators,
  'vendors.change': administrators,
  'models.read': administrators,
  'models.change': administrators,
  'districts.read': administrators,
  'districts.change': administrators,
  /** What is set for the whole portal. */
  'platformSettings.read': administrators,
  'platformSettings.change': administrators,
  'merchants.read': administrators,
  'merchants.decide': administrators,
  'merchants.suspend': administrators,
  /** To see what an owner sees, for a quarter of an hour and with a reason that they are told. */
  'merchants.observe': administrators,
  /** How the platform is: figures, jobs, versions; never a merchant's money. */
  'platform.read': administrators,
} as const satisfies Readonly<Record<string, readonly TeamRole[]>>;

export type Right = keyof typeof holders;
export const rights = Object.keys(holders) as Right[];

/** A route that changes something under one of these needs an id of its caller's, so that a repeat pays once. */
export const moneyRights: readonly Right[] = ['payments.take', 'refunds.take'];

/** The places in a team that have a right. */
export const holdersOf = (right: Right): readonly TeamRole[] => holders[right];

export const hasRight = (teamRole: TeamRole, right: Right): boolean =>
  (holders[right] as readonly TeamRole[]).includes(teamRole);

/** Whether keys and logins of software that somebody made count: while they may make them. */
export const letsSoftwareIn = (teamRole: TeamRole): boolean => hasRight(teamRole, 'integrations.manage');
/** Whether the refunds of others wait for somebody. */
export const decidesRefunds = (teamRole: TeamRole): boolean => hasRight(teamRole, 'refunds.decide');
/** Whether somebody is told of the bank's files. */
export const readsBankFiles = (teamRole: TeamRole): boolean => hasRight(teamRole, 'bankFiles.read');
