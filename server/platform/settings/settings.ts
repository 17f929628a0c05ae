import { isDeepStrictEqual } from 'node:util';
import { defaultLimitMinor } from '@mizan/contract/exception-limit.ts';
import { standardMada } from '@mizan/contract/money.ts';
import { type SettingName, type SettingValues, settingShapes } from '@mizan/contract/platform-settings.ts';
import { defaultRefundLimitMinor } from '@mizan/contract/refund-limit.ts';
import { announceToEverybody } from '../bus/announce.ts';
import type { Tx } from '../database/database.ts';
import { lockSettings, selectSetting, upsertSetting } from './settings.queries.ts';

/** What counts where no administrator has said otherwise. */
export const usual: SettingValues = {
  // mada publishes its rate; what others take is known to whoever sets it.
  rateProposals: { Mada: standardMada, Visa: null, MasterCard: null, Maestro: null, Jcb: null },
  maintenance: null,
  switchedOff: [],
  healthLimits: {
    paymentsPercent: 50,
    approvalPercent: 80,
    undecided: 50,
    oldestJobSeconds: 60,
    files: 100,
    faultsBps: 100,
    liveMs: 500,
  },
  mailEnding: { closingEn: '', closingAr: '', contactEn: '', contactAr: '' },
  aloneLimits: { exceptionMinor: defaultLimitMinor, refundMinor: defaultRefundLimitMinor },
  keepDays: { notices: null, webhooks: null, mails: null, sessions: null, violations: null },
};

/**
 * A setting of the portal as it counts now: in the business transaction that goes by it, never from memory, so that a
 * change counts in every process at once.
 * @throws Error where what is kept has another shape: a migration forgot it
 */
export async function settingOf<Name extends SettingName>(tx: Tx, name: Name): Promise<SettingValues[Name]> {
  const kept = await selectSetting(tx, name);
  return kept === undefined ? usual[name] : (settingShapes[name].parse(kept) as SettingValues[Name]);
}

interface Changed<Name extends SettingName> {
  readonly before: SettingValues[Name];
  readonly next: SettingValues[Name];
  readonly isChanged: boolean;
}

/**
 * Changes a setting, which open windows hear of; answers what counted before.
 * @param nextOf what is to count, of what counts; the same value changes nothing and is told to nobody
 */
export async function changeSetting<Name extends SettingName>(
  tx: Tx,
  name: Name,
  at: Date,
  nextOf: (before: SettingValues[Name]) => SettingValues[Name],
): Promise<Changed<Name>> {
  await lockSettings(tx);
  const before = await settingOf(tx, name);
  const next = nextOf(before);
  if (isDeepStrictEqual(before, next)) return { before, next, isChanged: false };
  await upsertSetting(tx, name, next, at);
  await announceToEverybody(tx, { type: 'SET' });
  return { before, next, isChanged: true };
}
