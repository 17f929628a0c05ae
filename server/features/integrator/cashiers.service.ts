import type {
  addCashier as addRoute,
  associateTerminal,
  deassociateTerminal,
} from '@mizan/contract/integrator-systems.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { hashPassword } from '../../platform/sessions/passwords.ts';
import type { AuthDeps } from '../auth/auth.deps.ts';
import { isEasy } from '../auth/easy-password.ts';
import { branchOf } from '../branches/branches.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { assignCashier } from '../terminals/new-terminal.service.ts';
import { releaseCashier, terminalNumbered } from '../terminals/terminal-cashier.service.ts';
import { addUserIfFree, cashierNamed, cashiersAt, placeCashier } from '../users/users.service.ts';

type CashierDeps = Pick<AuthDeps, 'db' | 'clock' | 'isBreached'>;

/** The terminal of this number. @throws Failure 'notFound' */
async function terminalOf(tx: Tx, { merchantId }: Member, tid: string) {
  const terminal = await terminalNumbered(tx, merchantId, tid);
  if (!terminal) throw notFound();
  return terminal;
}

/**
 * Adds a cashier. @throws Failure 'badRequest' for a password that is guessed first, 'notFound' where the branch is not
 * the merchant's or the terminal not the branch's, 'conflict' where somebody has the username
 */
export async function addCashier(
  deps: CashierDeps,
  member: Member,
  { fullName, username, password, branchId, terminalId: tid = null }: RouteInput<typeof addRoute>['body'],
): Promise<RouteOutput<typeof addRoute>> {
  const { merchantId } = member;
  if (await isEasy(deps, password, [fullName, username])) {
    throw new Failure('badRequest', 'This password is guessed first: take another.', {
      'body.password': 'easy to guess',
    });
  }
  const passwordHash = await hashPassword(password);
  const at = deps.clock.now();
  const id = await inPlatform(deps.db, async (tx) => {
    if (!(await branchOf(tx, merchantId, branchId))) throw notFound();
    const terminal = tid === null ? null : await terminalOf(tx, member, tid);
    if (terminal && terminal.branchId !== branchId) throw notFound();
    const place = { branchId, terminalId: terminal?.id ?? null };
    const who = { merchantId, role: 'CASHIER', username, email: null, fullName } as const;
    const added = await addUserIfFree(tx, { ...who, ...place, passwordHash, locale: member.locale, at });
    if (added === null) throw new Failure('conflict', 'Somebody has this username already.');
    const about = { type: 'user', id: added } as const;
    const params = { name: fullName, username };
    await happened(tx, member, { fact: 'integrator.cashierAdded', at, about, params });
    if (terminal) await assignCashier(tx, merchantId, terminal.id, added);
    return added;
  });
  return { id, fullName, username, role: 'CASHIER', branchId, terminalId: tid };
}

/** Takes somebody off the terminal where they work, and says so. */
async function takeOff(
  tx: Tx,
  member: Member,
  terminal: { id: string; tid: string },
  cashier: { id: string; fullName: string },
  at: Date,
): Promise<void> {
  await placeCashier(tx, member.merchantId, cashier.id, { branchId: null, terminalId: null });
  await releaseCashier(tx, member.merchantId, terminal.id, cashier.id);
  await happened(tx, member, {
    fact: 'terminals.cashierTakenOff',
    at,
    about: { type: 'terminal', id: terminal.id },
    params: { tid: terminal.tid, cashierName: cashier.fullName },
  });
}

/** Binds a cashier to a terminal. @throws Failure 'notFound', also of one who may not work */
export async function associate(
  { db, clock }: CashierDeps,
  member: Member,
  { terminalId: tid, cashierUsername }: RouteInput<typeof associateTerminal>['body'],
): Promise<RouteOutput<typeof associateTerminal>> {
  const { merchantId } = member;
  const at = clock.now();
  return inPlatform(db, async (tx) => {
    await holdMerchant(tx, merchantId);
    const terminal = await terminalOf(tx, member, tid);
    const cashier = await cashierNamed(tx, merchantId, cashierUsername);
    if (!cashier?.isActive) throw notFound();
    const done = { terminalId: tid, cashierUsername: cashier.username };
    if (cashier.terminalId === terminal.id) return done;
    if (cashier.terminalId !== null) await releaseCashier(tx, merchantId, cashier.terminalId, cashier.id);
    await placeCashier(tx, merchantId, cashier.id, { branchId: terminal.branchId, terminalId: terminal.id });
    await assignCashier(tx, merchantId, terminal.id, cashier.id);
    await happened(tx, member, {
      fact: 'terminals.cashierBound',
      at,
      about: { type: 'terminal', id: terminal.id },
      params: { tid, cashierName: cashier.fullName },
    });
    return done;
  });
}

/** Takes one cashier off a terminal, or all. @throws Failure 'notFound' where the one who is named does not work there */
export async function deassociate(
  { db, clock }: CashierDeps,
  member: Member,
  { terminalId: tid, cashierUsername = null }: RouteInput<typeof deassociateTerminal>['body'],
): Promise<RouteOutput<typeof deassociateTerminal>> {
  const at = clock.now();
  return inPlatform(db, async (tx) => {
    const { id } = await terminalOf(tx, member, tid);
    const there = await cashiersAt(tx, member.merchantId, id);
    const named = there.filter(
      ({ username }) => cashierUsername === null || username.toLowerCase() === cashierUsername.toLowerCase(),
    );
    if (cashierUsername !== null && named.length === 0) throw notFound();
    for (const cashier of named) await takeOff(tx, member, { id, tid }, cashier, at);
    return { terminalId: tid, cashierUsername: named.length === 1 ? (named[0]?.username ?? null) : null };
  });
}
