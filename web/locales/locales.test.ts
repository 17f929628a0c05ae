import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Texts = { [key: string]: string | Texts };
const web = `${import.meta.dirname}/..`;
const pluralForm = /_(zero|one|two|few|many|other)$/;

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** 'auth:login.submit' and its text, for every English text; tools/tidy/locales.ts holds Arabic to them. */
function englishTexts(): Map<string, string> {
  const files = globSync(`${web}/locales/en/*.json`);
  return new Map(
    files.flatMap((file) => {
      const namespace = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
      return flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts, `${namespace}:`);
    }),
  );
}

const en = englishTexts();
const knownKeys = new Set([...en.keys()].flatMap((key) => [key, key.replace(pluralForm, '')]));

const sources = globSync(`${web}/{features,ui,platform}/**/*.{ts,tsx}`).filter(
  (file) => !file.includes('.test.'),
);

test('every key that the code names has its text', () => {
  const missing = sources.flatMap((file) => {
    const keys = [...readFileSync(file, 'utf8').matchAll(/['"`]([a-z]\w*:[a-zA-Z]\w*(?:\.\w+)*)['"`]/g)];
    return keys
      .map(([, key]) => key ?? '')
      .filter((key) => en.has(key) || namespaces.has(key.split(':')[0] ?? ''))
      .filter((key) => !knownKeys.has(key))
      .map((key) => `${file.slice(web.length + 1)}: ${key}`);
  });
  expect(missing).toEqual([]);
});

const namespaces = new Set([...en.keys()].map((key) => key.split(':')[0] ?? ''));

/** Texts of the specification, letter by letter, misspellings included (sections 2, 4, 5 and 8). */
test.each([
  ['auth:session.ended', 'Session Ended, please login again'],
  ['auth:otp.format', 'OTP must be 6 digits'],
  ['auth:otp.incorrect', 'Incorrect OTP'],
  ['auth:forgot.sent', 'If the email is registered, a reset email is sent.'],
  ['auth:reset.invalidToken', 'Invalid or expiered token'],
  ['auth:reset.invalidLink', 'Invalid password reset link'],
  ['auth:verify.loading', 'Verifing your Email'],
  ['auth:verify.toast', 'Email Verified , you can login now.'],
  ['auth:login.incorrect', 'Incorrect username or password'],
  ['auth:login.emailNotVerified', 'Email is not verified'],
  ['auth:login.accountDeactivated', 'Account deactivated'],
  ['auth:login.branchDeactivated', 'Account branch deactivated'],
  ['errors:page.404.help', 'Sorry, the page you visited does not exist.'],
  ['errors:page.goHome', 'Go to Home'],
  ['admin:title', 'Admin dashboard'],
  ['shell:connection.notConnected', 'Not connected, click to reconnect'],
  ['payment:popup.approved', 'Transaction #{{id}} is approved'],
  ['payment:popup.other', 'Transaction #{{id}} is {{status}}'],
  ['transactions:providerCode.unknown', 'Unknown provider response code.'],
])('%s stands as the specification has it', (key, text) => expect(en.get(key)).toBe(text));
