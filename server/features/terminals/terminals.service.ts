import type { RouteOutput } from '@mizan/contract/route.ts';
import {
  listMerchantTerminals,
  pairingCodeMinutes,
  type TerminalRow,
  terminalsMax,
} from '@mizan/contract/terminals.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { merchantOf } from '../merchants/merchants.service.ts';
import { packageFit, type SaidFit } from './package-fit.ts';
import { makePairingCode, pairingCodeHash } from './pairing-code.ts';
import {
  selectActive,
  selectIsTest,
  selectPaired,
  selectSaidFits,
  selectTerminals,
  setPairingCode,
  type WhichTerminals,
} from './terminals.queries.ts';

export interface TerminalDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const pairedTids = async (tx: Tx): Promise<ReadonlySet<string>> =>
  new Set((await selectPaired(tx)).map(({ tid }) => tid));

/** Terminals in use that no device was ever paired with. */
export async function countUnpaired(tx: Tx): Promise<number> {
  const paired = await pairedTids(tx);
  return (await selectActive(tx)).filter(({ tid }) => !paired.has(tid)).length;
}

/** What is said of models and mada packages, for `packageFit`. */
export const saidFits = (tx: Tx): Promise<SaidFit[]> => selectSaidFits(tx);

/** Whether a terminal of the merchant is a test terminal; false where the merchant has none of this id. */
export const isTestTerminal = (tx: Tx, id: string): Promise<boolean> => selectIsTest(tx, id);

/** Terminals with their connection and health, in the order of their numbers. */
export async function readTerminals(
  db: Database,
  merchantId: string,
  which: WhichTerminals,
): Promise<TerminalRow[]> {
  const [rows, { paired, said }] = await Promise.all([
    selectTerminals(db, merchantId, which),
    inTenant(db, merchantId, async (tx) => ({
      paired: await pairedTids(tx),
      said: await selectSaidFits(tx),
    })),
  ]);
  return rows.map((row) => ({
    ...row,
    ...packageFit(row, said),
    isPaired: paired.has(row.tid),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
    telemetryAt: row.telemetryAt?.toISOString() ?? null,
  }));
}

/** Every terminal with its connection and health; a cashier has one, or none yet. */
export async function listTerminals({ db }: TerminalDeps, member: Member): Promise<TerminalRow[]> {
  if (member.role !== 'CASHIER') return readTerminals(db, member.merchantId, 'IN_SERVICE');
  const { terminalId: id } = member;
  return id === null ? [] : readTerminals(db, member.merchantId, { id });
}

/** What an administrator sees of a merchant's terminals. @throws Failure 'notFound' */
export async function terminalsOfMerchant(
  { db }: TerminalDeps,
  merchantId: string,
): Promise<RouteOutput<typeof listMerchantTerminals>> {
  if (!(await merchantOf(db, merchantId))) throw notFound();
  const rows = await readTerminals(db, merchantId, 'IN_SERVICE');
  return {
    rows: rows.map((row) => listMerchantTerminals.output.shape.rows.element.parse(row)),
    truncated: rows.length >= terminalsMax,
  };
}

/** Every terminal that is out of service. */
export const listRetiredTerminals = ({ db }: TerminalDeps, member: Member): Promise<TerminalRow[]> =>
  readTerminals(db, member.merchantId, 'RETIRED');

/** One terminal. Throws notFound, also for a cashier's other terminals. */
export async function getTerminal({ db }: TerminalDeps, member: Member, id: string): Promise<TerminalRow> {
  if (member.role === 'CASHIER' && member.terminalId !== id) throw notFound();
  const [row] = await readTerminals(db, member.merchantId, { id });
  if (!row) throw notFound();
  return row;
}

/** A one-time pairing code; an earlier one is void. The code itself is kept nowhere. Throws notFound. */
export async function newPairingCode(
  { db, clock }: TerminalDeps,
  member: Member,
  id: string,
): Promise<{ code: string; expiresAt: string }> {
  const code = makePairingCode();
  const at = clock.now();
  const expiresAt = new Date(at.getTime() + pairingCodeMinutes * 60_000);
  // As the platform, because the directory of terminals spans merchants.
  await inPlatform(db, async (tx) => {
    const tid = await setPairingCode(tx, member.merchantId, id, pairingCodeHash(code), expiresAt);
    if (!tid) throw notFound();
    const about = { type: 'terminal', id } as const;
    await happened(tx, member, { fact: 'terminals.enrolmentCodeMade', at, about, params: { tid } });
  });
  return { code, expiresAt: expiresAt.toISOString() };
}
