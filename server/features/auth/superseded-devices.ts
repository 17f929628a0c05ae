import { isIP } from 'node:net';
import { inPlatform, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { hashToken, isToken } from '../../platform/sessions/secret-token.ts';
import { ownerLetter } from '../preferences/owner-letter.ts';
import type { AuthDeps, Origin } from './auth.deps.ts';
import { readAccount } from './auth.queries.ts';
import { actorOf, type BrowserOrigin } from './credentials.ts';
import {
  findSuperseded,
  revokeDevice,
  type SupersededRow,
  seeSuperseded,
} from './trusted-devices.queries.ts';

/**
 * For so long the browser that changed a token may still show the old one: its other tab was on the way with it.
 * Longer than a sign-in takes while the queue of passwords is full, and no longer (decision 0018).
 */
const otherTabSeconds = 30;
const userAgentChars = 512;

/** The browser as it is kept beside a superseded token, to be compared with the next one that shows it. */
export const browserOf = ({ ip, userAgent }: Origin): { ip: string | null; userAgent: string | null } => ({
  ip: isIP(ip) ? ip : null,
  userAgent: userAgent?.slice(0, userAgentChars) ?? null,
});

/** Whether this is the browser that has just changed the token, by its address and its own name. */
function isOtherTab(row: SupersededRow, origin: Origin, at: Date): boolean {
  const { ip, userAgent } = browserOf(origin);
  const ageMs = at.getTime() - row.supersededAt.getTime();
  return ageMs <= otherTabSeconds * 1000 && ip !== null && ip === row.ip && userAgent === row.userAgent;
}

/**
 * Whether this sign-in is the other tab of one that changed the token of this user's device a moment ago. It needs
 * no code then, and gets no cookie either: the first answer's is the one that counts.
 */
export async function isTwinSignIn(
  tx: Tx,
  userId: string,
  { deviceToken, ...from }: BrowserOrigin,
  at: Date,
): Promise<boolean> {
  if (deviceToken === null || !isToken(deviceToken)) return false;
  const row = await findSuperseded(tx, hashToken(deviceToken), at);
  return row !== null && row.userId === userId && isOtherTab(row, from, at);
}

/**
 * Revokes the device whose superseded token this sign-in shows, whoever signs in and with whatever password: two
 * browsers hold copies of one cookie. Its owner is told by mail; sessions go on, because which of them is the
 * thief's is not known.
 */
export async function revokeWhereSuperseded(
  deps: AuthDeps,
  { deviceToken, ...from }: BrowserOrigin,
): Promise<void> {
  const { db, clock } = deps;
  if (deviceToken === null || !isToken(deviceToken)) return;
  const at = clock.now();
  const row = await seeSuperseded(db, hashToken(deviceToken), at);
  if (row && !isOtherTab(row, from, at)) await revoke(deps, row, from, at);
}

async function revoke(
  deps: AuthDeps,
  { deviceId, userId }: SupersededRow,
  from: Origin,
  at: Date,
): Promise<void> {
  await inPlatform(deps.db, async (tx) => {
    if (!(await revokeDevice(tx, deviceId, at))) return;
    const owner = await readAccount(tx, userId);
    if (!owner) return;
    const mail = await ownerLetter(tx, deps, owner, { at, from });
    const about = { type: 'device', id: deviceId } as const;
    await happened(tx, actorOf(owner, from), { fact: 'auth.deviceRevoked', at, about, mail });
  });
}
