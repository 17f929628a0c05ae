import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What administrators set for the whole portal. */
const kind = { hears: ['ADMIN'], about: ['platformSettings'], audit: true } as const;
const notice = {
  noticeEn: open(z.string()),
  noticeAr: open(z.string()),
  shownFromAt: open(z.string()),
  shownUntilAt: open(z.string()),
};

const health = {
  paymentsPercent: open(z.number()),
  approvalPercent: open(z.number()),
  undecided: open(z.number()),
  oldestJobSeconds: open(z.number()),
  files: open(z.number()),
  faultsBps: open(z.number()),
  liveMs: open(z.number()),
};
const vat = { vatBps: open(z.number()), validFrom: open(z.string()), note: open(z.string()) };
const alone = { exceptionMinor: open(z.number()), refundMinor: open(z.number()) };

const ending = {
  closingEn: open(z.string()),
  closingAr: open(z.string()),
  contactEn: open(z.string()),
  contactAr: open(z.string()),
};

const proposal = {
  scheme: open(z.string()),
  mdrBps: open(z.number().nullable()),
  capLimitMinor: open(z.number().nullable()),
  processingFeeMinor: open(z.number().nullable()),
};

const retention = { keptDays: open(z.number()) };

export const platformSettingsFacts = {
  'platformSettings.noticeShown': defineFact({ ...kind, params: notice }),
  'platformSettings.noticeChanged': defineFact({ ...kind, params: notice, was: notice }),
  'platformSettings.noticeEnded': defineFact({ ...kind, params: notice }),
  'platformSettings.healthLimitsSet': defineFact({ ...kind, params: health, was: health }),
  'platformSettings.aloneLimitsSet': defineFact({ ...kind, params: alone, was: alone }),
  'platformSettings.proposalSet': defineFact({ ...kind, params: proposal, was: proposal }),
  'platformSettings.mailEndingSet': defineFact({ ...kind, params: ending, was: ending }),
  'platformSettings.retentionSet': defineFact({
    ...kind,
    params: {
      timed: open(z.string()),
      ...retention,
      countsFromAt: open(z.string()),
      goesRows: open(z.number()),
    },
    was: retention,
  }),
  'platformSettings.vatAdded': defineFact({ ...kind, params: vat }),
  'platformSettings.vatWithdrawn': defineFact({ ...kind, was: vat }),
  'platformSettings.switchedOff': defineFact({ ...kind, params: { feature: open(z.string()) } }),
  'platformSettings.switchedOn': defineFact({ ...kind, params: { feature: open(z.string()) } }),
};
