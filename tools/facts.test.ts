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

/** A misspelt property passes the types where a kind is spread from another one. */
test('a fact says of itself only what something reads', () => {
  const read = [
    'hears',
    'about',
    'params',
    'was',
    'more',
    'audit',
    'journal',
    'live',
    'notice',
    'webhook',
    'mail',
  ];
  const said = new Set(factIds.flatMap((fact) => Object.keys(factKind(fact))));
  expect([...said].sort()).toEqual(read.sort());
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

/** Names of which one word is that of a secret, and what they say: nothing that opens anything. */
const harmless: Readonly<Record<string, string>> = {
  actionCode: 'what a bank answered, of a published list',
  branchCode: 'by which people find a branch',
  mapUrl: 'where a branch stands, for everybody',
  links: 'how many links were sent',
  providerCode: 'an acquirer, of a published list',
};

test('no parameter is a code, a link, a password, a token or a card, nor has such a word in its name', () => {
  const word = /^(?:codes?|otps?|pins?|links?|urls?|passwords?|tokens?|secrets?|keys?|pans?|cards?|cvv)$/i;
  const secret = {
    test: (name: string) =>
      !Object.hasOwn(harmless, name) && name.split(/(?=[A-Z])|\d|_/).some((part) => word.test(part)),
  };
  const planted = ['resetLink', 'oneTimeCode', 'maskedPan', 'cardNumber', 'newPassword', 'apiKey', 'token'];
  expect(planted.filter((name) => secret.test(name))).toEqual(planted);
  const names = factIds.flatMap((fact) => Object.keys({ ...factKind(fact).was, ...factKind(fact).params }));
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => secret.test(name))).toEqual([]);
  expect(Object.keys(harmless).filter((name) => !names.includes(name))).toEqual([]);
});

test('every event of a webhook, and what it is about, has its words in both languages', () => {
  const wanted = webhookFacts.flatMap((fact) => [`fact.${fact}`, `factGroup.${fact.split('.')[0]}`]);
  const wordless = (texts: object): string[] => wanted.filter((key) => textAt(texts, key).trim() === '');
  expect({ en: wordless(enIntegrations), ar: wordless(arIntegrations) }).toEqual({ en: [], ar: [] });
});
