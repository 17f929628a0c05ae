import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { helloText, type rejectReasons, type TerminalFrame } from '@mizan/contract/terminal-link.ts';
import { inPlatform } from '../platform/database/database.ts';
import { TryAgain } from '../platform/database/try-again.ts';
import { happened, nobody } from '../platform/facts/facts.ts';
import { signalGateway } from '../platform/link/signal.queries.ts';
import { claimEpoch, type DirectoryRow, findTerminal } from './directory.queries.ts';
import type { GatewayDeps } from './line.ts';
import { logConnected, setConnected } from './presence.queries.ts';

type Frame<T extends TerminalFrame['type']> = Extract<TerminalFrame, { type: T }>;
export type RejectReason = (typeof rejectReasons)[number];

/** An Ed25519 key as terminals send it: SPKI in DER, base64. Null for anything else. */
function readKey(text: string): KeyObject | null {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Gives a terminal its key for a one-time code. Answers why not, or null. */
export async function enrol(deps: GatewayDeps, frame: Frame<'enrol'>): Promise<RejectReason | null> {
  if (!readKey(frame.publicKey)) return 'BAD_CODE';
  return (await deps.pair(frame)) ? null : 'BAD_CODE';
}

export type SignIn =
  | { ok: true; merchantId: string; terminalId: string; epoch: number; journalSince: Date | null }
  | { ok: false; reason: RejectReason; merchantId: string | null };

function refusalOf(row: DirectoryRow, frame: Frame<'hello'>, nonce: string): RejectReason | null {
  if (row.retired) return 'RETIRED';
  const key = row.publicKey ? readKey(row.publicKey) : null;
  if (!key) return 'UNKNOWN_TERMINAL';
  const text = Buffer.from(helloText(nonce, frame.tid, frame.bootId));
  return verify(null, text, key, Buffer.from(frame.signature, 'base64')) ? null : 'BAD_SIGNATURE';
}

/**
 * Checks the signature over this connection's nonce and takes the terminal over: the epoch is raised, the
 * screens hear TCO, and the process that held the line until now hears that it does so no more. All in one
 * transaction; where another sign-in was quicker it throws TryAgain, because that one may be a dead socket's.
 */
export async function signIn(deps: GatewayDeps, frame: Frame<'hello'>, nonce: string): Promise<SignIn> {
  const row = await findTerminal(deps.db, frame.tid);
  if (!row) return { ok: false, reason: 'UNKNOWN_TERMINAL', merchantId: null };
  const reason = refusalOf(row, frame, nonce);
  const { merchantId, terminalId } = row;
  if (reason) return { ok: false, reason, merchantId };
  // As the platform: the directory belongs to no merchant.
  const claimed = await inPlatform(deps.db, async (tx) => {
    const { serial, model, appVersion, journalId = null } = frame;
    const at = deps.clock.now();
    const claim = { tid: row.tid, epoch: row.epoch, processId: deps.processId, journalId, at };
    const raised = await claimEpoch(tx, claim);
    if (raised === null) throw new TryAgain(`another sign-in of ${row.tid} was quicker`);
    await setConnected(tx, { merchantId, terminalId, serial, model, appVersion, now: at });
    await logConnected(tx, { merchantId, terminalId }, at);
    const about = { type: 'terminal', id: terminalId } as const;
    const params = { tid: row.tid };
    await happened(tx, nobody(merchantId), { fact: 'terminals.connected', at, about, params });
    await signalGateway(tx, row.tid);
    return raised;
  });
  return { ok: true, merchantId, terminalId, ...claimed };
}
