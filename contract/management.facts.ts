import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** Branches and people, as their merchant arranges them. */
const kind = { hears: ['MERCHANT', 'ADMIN'], audit: true } as const;
const ofBranch = { ...kind, about: ['branch'] } as const;
const ofPerson = { ...kind, about: ['user'] } as const;
const text = open(z.string());
const place = {
  name: text,
  branchCode: text,
  branchAddress: text,
  district: text,
  city: text,
  region: text,
  mapUrl: open(z.string().nullable()),
} as const;
const seat = {
  name: text,
  branchName: open(z.string().nullable()),
  tid: open(z.string().nullable()),
} as const;

export const managementFacts = {
  'management.branchAdded': defineFact({ ...ofBranch, params: place }),
  'management.branchChanged': defineFact({ ...ofBranch, params: place, was: place }),
  'management.branchStatusSet': defineFact({
    ...ofBranch,
    params: { name: text, status: text },
    was: { status: text },
  }),
  'management.personAdded': defineFact({ ...ofPerson, params: { ...seat, teamRole: text } }),
  'management.personChanged': defineFact({ ...ofPerson, params: seat, was: seat }),
  'management.roleChanged': defineFact({
    ...ofPerson,
    params: { name: text, teamRole: text },
    was: { teamRole: text },
    mail: 'mails:roleChanged',
  }),
  'management.personStatusSet': defineFact({
    ...ofPerson,
    params: { name: text, status: text },
    was: { status: text },
  }),
  'management.linkMade': defineFact({ ...ofPerson, params: { name: text } }),
  'management.lookedOn': defineFact({ ...ofPerson, params: { name: text } }),
  'management.lookingOnEnded': defineFact({ ...ofPerson, params: { name: text } }),
};
