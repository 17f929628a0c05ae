import { factIds, factKind } from '@mizan/contract/facts.ts';
import { webhookFacts } from '@mizan/contract/webhook-facts.ts';
import { expect, test } from 'vitest';
import ar from '../locales/ar/facts.json' with { type: 'json' };
import arIntegrations from '../locales/ar/integrations.json' with { type: 'json' };
import arMails from '../locales/ar/server/mails.json' with { type: 'json' };
import en from '../locales/en/facts.json' with { type: 'json' };
import enIntegrations from '../locales/en/integrations.json' with { type: 'json' };
import enMails from '../locales/en/server/mails.json' with { type: 'json' };

const textAt = (texts: unknown, key: string): string =>
  String(
    key
      .split('.')
      .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], texts) ?? '',
  );

/** The values of a parameter that is one of a few. */
const choicesOf = (schema: object): readonly string[] =>
  'options' in schema ? (schema.options as readonly string[]) : [];

/** What a language has no words for: the title, the name of a parameter of an entry, a word of ours as its value. */
function speechless(texts: typeof en | typeof ar, fact: (typeof factIds)[number]): string[] {
  const { params = {}, was = {}, audit } = factKind(fact);
  const wanted = Object.entries({ ...was, ...params }).flatMap(([name, { schema }]) => [
    ...(audit ? [`name.${name}`] : []),
    ...choicesOf(schema).map((value) => `word.${name === 'was' ? 'status' : name}.${value}`),
  ]);
  return [`title.${fact}`, ...wanted].filter((key) => textAt(texts, key).trim() === '');
}

test.each(factIds)('%s has its words in both languages, and so have its parameters', (fact) => {
  expect({ en: speechless(en, fact), ar: speechless(ar, fact) }).toEqual({ en: [], ar: [] });
});

test('the mail of a fact has its texts in both languages, and is the mail of no other fact', () => {
  const mails = factIds.flatMap((fact) => factKind(fact).mail ?? []);
  const wordless = (texts: object): string[] =>
    mails
      .flatMap((mail) => [`${mail}.subject`, `${mail}.text`])
      .filter((key) => textAt(texts, key.replace('mails:', '')).trim() === '');
  expect(mails).toContain('mails:signIn');
  expect({ en: wordless(enMails), ar: wordless(arMails) }).toEqual({ en: [], ar: [] });
  expect(new Set(mails).size).toBe(mails.length);
});

test('no parameter is a code, a link, a password, a token or a card', () => {
  const secret = /^(?:code|otp|link|url|password|token|secret|pan|maskedPan|cardNumber)$/i;
  const names = factIds.flatMap((fact) => Object.keys({ ...factKind(fact).was, ...factKind(fact).params }));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => secret.test(name))).toEqual([]);
});

test('every event of a webhook, and what it is about, has its words in both languages', () => {
  const wanted = webhookFacts.flatMap((fact) => [`fact.${fact}`, `factGroup.${fact.split('.')[0]}`]);
  const wordless = (texts: object): string[] => wanted.filter((key) => textAt(texts, key).trim() === '');
  expect({ en: wordless(enIntegrations), ar: wordless(arIntegrations) }).toEqual({ en: [], ar: [] });
});
