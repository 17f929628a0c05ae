import { bankFilesFacts } from './bank-files.facts.ts';
import { depositsFacts } from './deposits.facts.ts';
import type { FactKind } from './fact.ts';
import type { WebhookFact } from './facts.ts';
import { noticesFacts } from './notices.facts.ts';
import { paymentsFacts } from './payments.facts.ts';
import { refundsFacts } from './refunds.facts.ts';
import { terminalsFacts } from './terminals.facts.ts';

/**
 * What a merchant's systems may hear of: `webhook: true` in a fact's row. Read from the features that have any, so that a screen
 * which offers them loads no other facts; a test holds it against the whole table.
 */
const told: Partial<Record<string, FactKind>> = {
  ...paymentsFacts,
  ...refundsFacts,
  ...terminalsFacts,
  ...bankFilesFacts,
  ...depositsFacts,
  ...noticesFacts,
};

export const webhookFacts = Object.keys(told).filter((fact) => told[fact]?.webhook === true) as [
  WebhookFact,
  ...WebhookFact[],
];
const heard: ReadonlySet<string> = new Set(webhookFacts);
export const isWebhookFact = (fact: string): fact is WebhookFact => heard.has(fact);
