import type { AgreedScheme } from '@mizan/contract/banks.ts';
import type { RateProposals, setRateProposal } from '@mizan/contract/rate-proposals.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { savedOver } from '../../platform/as-seen.ts';
import { inPlatform } from '../../platform/database/database.ts';
import { happened } from '../../platform/facts/facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { changeSetting } from '../../platform/settings/settings.ts';
import { aboutSettings, type SettingsDeps } from './settings-deps.ts';

const nothing = { mdrBps: null, capLimitMinor: null, processingFeeMinor: null };

/** What the form of a new rate offers for a card from here on; no rate that stands is touched. @throws Failure 'conflict' 'changedMeanwhile' */
export const setProposal = (
  { db, clock }: SettingsDeps,
  actor: Principal,
  scheme: AgreedScheme,
  { proposal, seen }: RouteInput<typeof setRateProposal>['body'],
): Promise<{ rateProposals: RateProposals }> =>
  inPlatform(db, async (tx) => {
    const at = clock.now();
    const { before, next, isChanged } = await changeSetting(tx, 'rateProposals', at, (all) => ({
      ...all,
      ...savedOver({ [scheme]: all[scheme] }, { [scheme]: proposal }, { [scheme]: seen }),
    }));
    const told = { at, about: aboutSettings, was: { scheme, ...(before[scheme] ?? nothing) } };
    const params = { scheme, ...(proposal ?? nothing) };
    if (isChanged) await happened(tx, actor, { ...told, fact: 'platformSettings.proposalSet', params });
    return { rateProposals: next };
  });
