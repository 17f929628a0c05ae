import { isWithinLimit } from '../../platform/attempts/attempts.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { readPlace, spendPairingCode } from './pairing.queries.ts';
import { pairingCodeHash } from './pairing-code.ts';
import { insertLineNote } from './terminal-history.queries.ts';

export interface Pairing {
  tid: string;
  /** As it was typed. */
  code: string;
  publicKey: string;
  serial: string;
  /** The device says that it has no reader and charges no card. */
  simulated?: boolean | undefined;
}

/**
 * Gives a terminal its key for a one-time code, a test terminal to a simulated device alone, and writes it down in the same transaction; nobody is signed in
 * where a terminal speaks for itself. The same key again is let through without a word, because the answer to the
 * first time may have been lost on the line. Answers whether the terminal is paired.
 */
export async function pairTerminal(
  { db, clock }: { db: Database; clock: Clock },
  { code, ...wanted }: Pairing,
): Promise<boolean> {
  const at = clock.now();
  const paired = await inPlatform(db, async (tx) => {
    const spent = await spendPairingCode(tx, { ...wanted, codeHash: pairingCodeHash(code), at });
    if (!spent) return false;
    if (spent.isRepeat) return true;
    const about = { type: 'terminal', id: spent.terminalId } as const;
    const params = { tid: wanted.tid, serial: wanted.serial };
    await insertLineNote(tx, { ...spent, at, event: 'PAIRED', detail: wanted.serial });
    await happened(tx, nobody(spent.merchantId), { fact: 'terminals.enrolled', at, about, params });
    return true;
  });
  if (!paired) await noteRefusal(db, clock, wanted);
  return paired;
}

/** A refused code of a terminal that exists; whoever goes on guessing does not fill the log. */
async function noteRefusal(
  db: Database,
  clock: Clock,
  { tid, serial }: Pick<Pairing, 'tid' | 'serial'>,
): Promise<void> {
  const place = await readPlace(db, tid);
  if (!place || !(await isWithinLimit(db, clock, 'pairingsOfTerminal', tid))) return;
  const told = {
    fact: 'terminals.enrolmentRefused',
    at: clock.now(),
    about: { type: 'terminal', id: place.terminalId },
    params: { tid, serial },
  } as const;
  await inPlatform(db, (tx) => happened(tx, nobody(place.merchantId), told));
}
