import { settingsTimers as timers } from '@mizan/contract/link-timers.ts';
import type { ConfigAckOutcome } from '@mizan/contract/terminal-link.ts';
import type { Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { LinkContext, Saying } from '../../platform/link/order-handlers.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import {
  beginInForce,
  endInForce,
  lockNewest,
  renumber,
  type SettingsRow,
  updateSettings,
} from './settings-order.queries.ts';

/** Settings on their way to a terminal. Everything here runs within one transaction of the line. */

const later = (at: Date, byMs: number): Date => new Date(at.getTime() + byMs);
const notBefore = (at: Date, other: Date | null): Date => (other !== null && other > at ? other : at);

const question: Saying = { frame: { type: 'config.query' } };
const updateOf = ({ version, language, ownPurchases, ownRefunds, cash }: SettingsRow): Saying => ({
  frame: { type: 'config.update', version, settings: { language, ownPurchases, ownRefunds, cash } },
});

/** What waits for this terminal: settings to give, or a question what became of them. */
export async function claimSettings(tx: Tx, { terminalId, now }: LinkContext): Promise<Saying[]> {
  const newest = await lockNewest(tx, terminalId);
  if (newest === null || newest.nextQueryAt === null || newest.nextQueryAt > now) return [];
  if (newest.state === 'WAITING') {
    const sent = { state: 'SENT', sentAt: now, nextQueryAt: later(now, timers.ackMs) } as const;
    await updateSettings(tx, terminalId, newest.version, sent);
    return [updateOf(newest)];
  }
  await updateSettings(tx, terminalId, newest.version, {
    ...newest,
    nextQueryAt: later(now, timers.queryEveryMs),
  });
  return [question];
}

/** The terminal is back, perhaps another device with the same number: what it has is asked, whatever was in force before. */
export async function askWhatIsInForce(tx: Tx, { terminalId }: LinkContext): Promise<Saying[]> {
  const newest = await lockNewest(tx, terminalId);
  return newest && newest.state !== 'WAITING' ? [question] : [];
}

/** config.ack: the terminal has them, or says which number it has, or cannot take them. */
export async function applyConfigAck(
  tx: Tx,
  context: LinkContext,
  { version, outcome, inForce }: { version: number; outcome: ConfigAckOutcome; inForce: number | null },
): Promise<void> {
  const { terminalId, tid, merchantId, now } = context;
  const newest = await lockNewest(tx, terminalId);
  if (outcome === 'REFUSED' && newest?.version === version && newest.state === 'SENT') {
    await updateSettings(tx, terminalId, version, { ...newest, state: 'REFUSED', nextQueryAt: null });
    await happened(tx, nobody(merchantId), {
      fact: 'terminals.settingsRefused',
      at: now,
      about: { type: 'terminal', id: terminalId },
      params: { tid, settingsVersion: version },
    });
  }
  await applyInForce(tx, context, inForce);
}

/**
 * What a terminal says is in force, by its number; null where it has none of ours. Where that is not the newest one, the newest
 * is sent again, which changes nothing at a terminal that has it.
 */
export async function applyInForce(tx: Tx, context: LinkContext, present: number | null): Promise<void> {
  const { terminalId, tid, merchantId, now } = context;
  const newest = await lockNewest(tx, terminalId);
  if (!newest) return;
  await endInForce(tx, terminalId, present);
  if (present !== null && (await beginInForce(tx, terminalId, present, now))) {
    await happened(tx, nobody(merchantId), {
      fact: 'terminals.configured',
      at: now,
      about: { type: 'terminal', id: terminalId },
      params: { tid, settingsVersion: present },
    });
  }
  if (present === newest.version || newest.state === 'REFUSED') return;
  // A terminal that takes nothing is not asked without a pause.
  const nextQueryAt = notBefore(now, newest.sentAt && later(newest.sentAt, timers.ackMs));
  if (present !== null && present > newest.version) {
    await renumber(tx, terminalId, newest.version, present + 1, nextQueryAt);
  } else {
    await updateSettings(tx, terminalId, newest.version, { ...newest, state: 'WAITING', nextQueryAt });
  }
  await signalGateway(tx, tid);
}
