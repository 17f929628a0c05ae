import { expect, test } from 'vitest';
import { factIds, factKind } from './facts.ts';
import { isWebhookFact, webhookFacts } from './webhook-facts.ts';

test('each one is a fact that a merchant hears of', () => {
  expect(webhookFacts).toContain('payments.approved');
  expect(webhookFacts.filter((fact) => !factKind(fact).hears.includes('MERCHANT'))).toEqual([]);
});

test('every row that says so is among them, whichever feature it stands with', () => {
  expect(webhookFacts.toSorted()).toEqual(
    factIds.filter((fact) => factKind(fact).webhook === true).toSorted(),
  );
});

test('none tells a code, a link, a secret, a card or what is written to people', () => {
  const never = /code|link|secret|token|password|pan|card|firstSix|lastFour|email|recipients/i;
  const named = webhookFacts.flatMap((fact) => Object.keys(factKind(fact).params ?? {}));
  // What a bank answered a payment with is a number of its table.
  const told = named.filter((name) => name !== 'providerCode' && name !== 'actionCode');
  expect(told.filter((name) => never.test(name))).toEqual([]);
  expect(webhookFacts.filter((fact) => factKind(fact).mail !== undefined)).toEqual([]);
});

test('what rings the bell of a merchant, and every step of a refund, can be heard', () => {
  const rings = factIds.filter((fact) => factKind(fact).notice ?? factKind(fact).live);
  expect(rings.filter((fact) => !isWebhookFact(fact))).toEqual([]);
  const refunds = factIds.filter((fact) => fact.startsWith('refunds.') && factKind(fact).journal);
  expect(refunds.filter((fact) => !isWebhookFact(fact))).toEqual([]);
});
