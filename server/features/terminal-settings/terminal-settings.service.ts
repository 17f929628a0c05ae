import type { SettingsOfTerminal } from '@mizan/contract/terminal-settings.ts';
import type { TerminalSettings } from '@mizan/contract/terminal-settings-terms.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { signalGateway } from '../../platform/link/signal.queries.ts';
import {
  hasTerminal,
  insertSettings,
  lockConfigured,
  lockNewest,
  replaceOpen,
  type SettingsRow,
  selectInForce,
  selectNewest,
} from './settings-order.queries.ts';

export interface TerminalSettingsDeps {
  readonly db: Database;
  readonly clock: Clock;
}

const settingsOf = ({ language, ownPurchases, ownRefunds, cash }: TerminalSettings): TerminalSettings => ({
  language,
  ownPurchases,
  ownRefunds,
  cash,
});

async function shown(tx: Tx, terminalId: string): Promise<SettingsOfTerminal> {
  const [inForce, newest] = [await selectInForce(tx, terminalId), await selectNewest(tx, terminalId)];
  return {
    inForce: inForce && {
      version: inForce.version,
      settings: settingsOf(inForce),
      since: (inForce.inForceAt as Date).toISOString(),
    },
    asked: newest && askedOf(newest),
  };
}

/** Null where it is in force already. */
function askedOf(row: SettingsRow): SettingsOfTerminal['asked'] {
  const { version, state, askedAt, askedByName, sentAt } = row;
  if (state === 'IN_FORCE' || state === 'REPLACED') return null;
  const at = { askedAt: askedAt.toISOString(), sentAt: sentAt?.toISOString() ?? null };
  return { version, settings: settingsOf(row), state, askedByName, ...at };
}

/** What a terminal is set to by its own word, and what was asked for since. @throws Failure 'notFound' */
export const terminalSettings = (
  { db }: TerminalSettingsDeps,
  by: Member,
  terminalId: string,
): Promise<SettingsOfTerminal> =>
  inTenant(db, by.merchantId, async (tx) => {
    if (!(await hasTerminal(tx, terminalId))) throw notFound();
    return shown(tx, terminalId);
  });

const isSame = (a: TerminalSettings, b: TerminalSettings): boolean =>
  JSON.stringify(settingsOf(a)) === JSON.stringify(settingsOf(b));

/**
 * Has a terminal take settings: written here, sent by the process that holds its line, in force once the terminal says so. The
 * same again, while they wait or are in force, changes nothing. @throws Failure 'notFound' of one that is out of service, too
 */
export const configureTerminal = (
  { db, clock }: TerminalSettingsDeps,
  by: Member,
  terminalId: string,
  settings: TerminalSettings,
): Promise<SettingsOfTerminal> =>
  inTenant(db, by.merchantId, async (tx) => {
    const terminal = await lockConfigured(tx, terminalId);
    if (!terminal) throw notFound();
    const { tid } = terminal;
    const newest = await lockNewest(tx, terminalId);
    if (newest && newest.state !== 'REFUSED' && isSame(newest, settings)) return shown(tx, terminalId);
    const at = clock.now();
    const version = (newest?.version ?? 0) + 1;
    await replaceOpen(tx, terminalId, version);
    await insertSettings(tx, {
      terminalId,
      tid,
      version,
      settings,
      askedAt: at,
      askedById: by.userId,
      askedByName: by.fullName,
    });
    await happened(tx, by, {
      fact: 'terminals.configureAsked',
      at,
      about: { type: 'terminal', id: terminalId },
      params: { tid, settingsVersion: version, ...settingsOf(settings) },
    });
    await signalGateway(tx, tid);
    return shown(tx, terminalId);
  });
