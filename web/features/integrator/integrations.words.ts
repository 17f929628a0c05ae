import type { WebhookFact } from '@mizan/contract/facts.ts';
import type { WebhookDelivery } from '@mizan/contract/integrator-webhooks.ts';
import type { Scope } from '@mizan/contract/scopes.ts';
import { webhookFacts } from '@mizan/contract/webhook-facts.ts';
import type { TFunction } from 'i18next';
import { isApiError } from '../../platform/api-client.ts';
import { formatMoment, formatNumber, formatTimeSeconds, locale, riyadhDay } from '../../platform/formats.ts';
import { language } from '../../platform/language.ts';

/** What a key may, by the name of its scope: a colon stands for another file in keys of texts. */
export const scopeText = (scope: Scope, t: TFunction): string =>
  t(`integrations:scope.${scope.replace(':', '.')}`);

/** The events of a webhook by what they are about, in the order of the contract. */
export const factGroups: ReadonlyMap<string, readonly WebhookFact[]> = Map.groupBy(
  webhookFacts,
  (fact) => fact.split('.')[0] ?? fact,
);

/** Every event of an address by its name; of all of them that it is all. */
export const everyEventText = (facts: readonly WebhookFact[], t: TFunction): string =>
  facts.length === webhookFacts.length
    ? t('integrations:webhooks.allEvents')
    : facts.map((each) => t(`integrations:fact.${each}`)).join(t('integrations:comma'));

const namedEvents = 2;

/** 'Payment approved, Terminal connected and 5 more': what an address hears of, in a line. */
export function eventsText(facts: readonly WebhookFact[], t: TFunction): string {
  const rest = facts.length - namedEvents;
  if (rest <= 1 || facts.length === webhookFacts.length) return everyEventText(facts, t);
  const names = facts.map((each) => t(`integrations:fact.${each}`));
  return t('integrations:webhooks.moreEvents', {
    names: names.slice(0, namedEvents).join(t('integrations:comma')),
    count: rest,
    number: formatNumber(rest),
  });
}

const unitOf = (unit: string, value: number, digits: number): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: language === 'ar' ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(value);

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** '120 ms', '8.2 sec', '1 hr 31 min': how long something took or is late, in its two largest units. */
export function durationText(ms: number): string {
  if (ms < 1000) return unitOf('millisecond', Math.round(ms), 0);
  if (ms < 60_000) return unitOf('second', ms / 1000, 1);
  const index = steps.findIndex(([, unitMs]) => ms >= unitMs);
  const [unit, unitMs] = steps[index] ?? steps[2];
  const [smaller, smallerMs] = steps[index + 1] ?? ['second', 1000];
  const rest = Math.floor((ms % unitMs) / smallerMs);
  const parts = [unitOf(unit, Math.floor(ms / unitMs), 0), ...(rest > 0 ? [unitOf(smaller, rest, 0)] : [])];
  return new Intl.ListFormat(locale, { type: 'unit', style: language === 'ar' ? 'long' : 'narrow' }).format(
    parts,
  );
}

/** The time alone of what is of today. */
export const whenText = (at: string, today: string): string =>
  riyadhDay(at) === today ? formatTimeSeconds(at) : formatMoment(at);

/** What a message is about, as people call it: a transaction by its number. */
export const aboutText = ({ about }: Pick<WebhookDelivery, 'about'>): string | null =>
  about?.type === 'transaction' ? `#${about.id}` : null;

/** Why an address, a key or a secret was refused, where there is more to say than that it was. */
export function refusalText(error: unknown, t: TFunction): string | undefined {
  if (!isApiError(error)) return undefined;
  if (error.code === 'conflict') return t('integrations:refused.tooMany');
  const reason = error.details['reason'];
  if (reason === 'privateNetwork' || reason === 'passwordInAddress')
    return t(`integrations:refused.${reason}`);
  return reason === 'notEncrypted' ? t('integrations:webhooks.urlWrong') : undefined;
}
