import * as z from 'zod';
import { defineFact, open } from './fact.ts';

/** What a merchant's own software signs in with, and that it does. */
const name = open(z.string());
const beginning = open(z.string());
const kind = {
  hears: ['MERCHANT', 'ADMIN'],
  about: ['merchant'],
  audit: true,
  params: { name, username: open(z.string()) },
} as const;

export const integratorFacts = {
  'integrator.credentialMade': defineFact(kind),
  'integrator.credentialRevoked': defineFact(kind),
  'integrator.keyMade': defineFact({
    ...kind,
    params: { name, beginning, scopes: open(z.string()), lastDay: open(z.string()) },
  }),
  'integrator.keyRevoked': defineFact({ ...kind, params: { name, beginning } }),
  /** The host alone: people write secrets into addresses. */
  'integrator.webhookAdded': defineFact({ ...kind, params: { host: open(z.string()) } }),
  'integrator.webhookRemoved': defineFact({ ...kind, params: { host: open(z.string()) } }),
  'integrator.secretRenewed': defineFact({
    ...kind,
    params: { host: open(z.string()) },
  }),
  'integrator.webhooksResent': defineFact({
    ...kind,
    params: { host: open(z.string()), from: open(z.string()), messagesCount: open(z.number()) },
  }),
  'integrator.cashierAdded': defineFact({ ...kind, about: ['user'] }),
  /** By a credential, or by a cashier's own username at a till. */
  'integrator.signedIn': defineFact(kind),
};
