import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

type Texts = { [key: string]: string | Texts };
const root = join(import.meta.dirname, '..');
/** A command of package.json that reads like a key. */
const noKeys = new Set(['audit:verify', 'statement:verify']);
const pluralForm = /_(zero|one|two|few|many|other)$/;

function flatten(texts: Texts, prefix: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** 'auth:login.submit' and its text, for every English text of these files; tools/tidy/locales.ts holds Arabic to them. */
function textsOf(...patterns: string[]): Map<string, string> {
  const files = globSync(patterns.map((pattern) => `${root}/locales/en/${pattern}`));
  return new Map(
    files.flatMap((file) => {
      const namespace = basename(file, '.json');
      return flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts, `${namespace}:`);
    }),
  );
}

const shared = textsOf('*.json');
/** The server may name its own texts too, which no browser is given. */
const sides = [
  { side: 'the web', sources: 'web/{features,ui,platform,composed}/**/*.{ts,tsx}', texts: shared },
  { side: 'the server', sources: 'server/**/*.ts', texts: textsOf('*.json', 'server/*.json') },
  // What presses the buttons of a screen finds them by their texts: nothing but a run of it would miss one.
  {
    side: 'what drives the screens',
    sources: '{e2e,tools}/**/*.ts',
    texts: textsOf('*.json', 'server/*.json'),
  },
];

const namespaceOf = (key: string): string => key.split(':')[0] ?? '';
const everyNamespace = new Set(
  readdirSync(`${root}/locales/en`, { recursive: true }).map((name) => basename(String(name), '.json')),
);

test.each(sides)('every key that $side names has its text', ({ sources, texts }) => {
  const known = new Set([...texts.keys()].flatMap((key) => [key, key.replace(pluralForm, '')]));
  const files = globSync(`${root}/${sources}`).filter((file) => !/\.test\.|node_modules/.test(file));
  const missing = files.flatMap((file) => {
    const keys = [...readFileSync(file, 'utf8').matchAll(/['"`]([a-z]\w*:[a-zA-Z]\w*(?:\.\w+)*)['"`]/g)];
    return keys
      .map(([, key]) => key ?? '')
      .filter((key) => everyNamespace.has(namespaceOf(key)) && !known.has(key) && !noKeys.has(key))
      .map((key) => `${file.slice(root.length + 1)}: ${key}`);
  });
  expect(files.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test('no namespace of the server alone has the name of one that browsers load', () => {
  const own = new Set(globSync(`${root}/locales/en/*.json`).map((file) => basename(file)));
  const twice = globSync(`${root}/locales/en/server/*.json`).filter((file) => own.has(basename(file)));
  expect(twice).toEqual([]);
});

/** Texts that stand letter by letter, misspellings included (rules S2, S4, S5 and S8). */
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
])('%s stands as the rules have it', (key, text) => expect(shared.get(key)).toBe(text));

test.each([
  ['cashier', 'أمين صندوق', /كاشير/],
  [
    'account owner',
    'صاحب الحساب',
    /(?<!\p{L})(وال|بال|لل|ال|ل|و)?(مالك|مالكون|مالكين|ملاك)(ه|ها)?(?!\p{L})/u,
  ],
  ['exception', 'بند معلق', /استثناء/],
  ['difference', 'فروق', /فروقات/],
])('Arabic has one word for %s, %s (docs/glossary.md)', (_english, _word, other) => {
  const folder = `${root}/locales/ar`;
  // What people look for in the palette, and what they write in a file, is theirs.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.json') && name !== 'palette.json',
  );
  const found = files
    .flatMap((name) => readFileSync(`${folder}/${name}`, 'utf8').split('\n'))
    .filter((line) => other.test(line) && !line.includes('"alsoCashier"'));
  expect(files.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

test('Arabic mails name who did something after a noun or a colon: a verb before a name would guess their gender', () => {
  const mails = readFileSync(`${root}/locales/ar/server/mails.json`, 'utf8');
  const before = [...mails.matchAll(/(\S*)[ \u2068]*\{\{by\}\}/gu)].map(([, word]) => word);
  expect(before.length).toBeGreaterThan(10);
  expect(before.filter((word) => word !== 'من' && !word?.endsWith(':'))).toEqual([]);
});
