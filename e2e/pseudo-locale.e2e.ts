import { globSync, readFileSync } from 'node:fs';
import { actionCodes } from '@mizan/contract/action-codes.ts';
import { exceptionStates } from '@mizan/contract/exceptions.ts';
import { applicationStates } from '@mizan/contract/onboarding.ts';
import { bankFileStates } from '@mizan/contract/reconciliation.ts';
import { saudiBanks } from '@mizan/contract/saudi-banks.ts';
import { schemes, transactionStatuses } from '@mizan/contract/transaction-states.ts';
import { verdicts } from '@mizan/contract/verdicts.ts';
import { expect, test } from 'vitest';
import { demoNotes } from '../server/demo/demo-judged-file.ts';
import { demoAdmin, demoMerchants } from '../server/demo/demo-merchants.ts';
import { demoVendors } from '../server/demo/demo-vendors.ts';
import { testBank } from '../server/features/banks/testing/test-bank.ts';
import { settled, shownTexts } from './testing/screen-checks.ts';
import { demoNames, everyScreen, openedInside, openedScreens } from './testing/screens.ts';
import { enterAs } from './testing/sign-in.ts';
import { browserStage } from './testing/stage.ts';
import { screenTour } from './testing/tour.ts';

/**
 * In the made-up English every text that came through a key stands in brackets. Letters outside of them are
 * words that somebody wrote into the code, unless they are data: names of people and places, identifiers,
 * dates, units of measure.
 */
const visit = screenTour(browserStage(), {
  pseudo: true,
  fromCache: true,
  inside: true,
  enter: (window, viewer) => enterAs(window, demoNames[viewer]),
  prepare: async (window) => window.expectErrors(/status of 40\d/, /ApiError: terminals/),
});

/** Sentences and names that browser tests type into fields; the audit log and lists show them to whoever comes after. */
const typedTexts = globSync('e2e/**/*.ts').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\.fill\('(\p{L}[^']* [^']+)'\)/gu)].flatMap(
    ([, typed]) => typed ?? [],
  ),
);

/** Names of places, makers, models and vendors, as the portal begins with them: the quoted texts of its rows. */
const keptNames = [
  ...(readFileSync('server/migrations/0101_vendors_models_places.sql', 'utf8')
    .split('INSERT INTO places')
    .slice(1)
    .join('')
    .matchAll(/'((?:[^']|'')+)'/g) ?? []),
].flatMap(([, name]) => name?.replaceAll("''", "'") ?? []);

/** A slip is in both languages whatever its reader's is: every text of it, and the names of its numbers. */
const textsIn = (texts: unknown): string[] =>
  typeof texts === 'string' ? [texts] : Object.values(texts as object).flatMap(textsIn);
const slipTexts = ['en', 'ar'].flatMap((language) =>
  textsIn(JSON.parse(readFileSync(`locales/${language}/server/slip.json`, 'utf8'))).filter(
    // 'mada' alone is a part of other words: of Jumada.
    (text) => !text.includes('{{') && text !== 'mada',
  ),
);

/** What the demo's data and other tests say, longest first, so that a name is taken out before a part of it. */
const dataTexts = [
  ...Object.values(demoNotes),
  ...demoMerchants.flatMap((merchant) => [
    merchant.nameEn,
    merchant.nameAr,
    ...merchant.banks.map(({ nameEn }) => nameEn),
    ...merchant.users.flatMap(({ email, fullName }) => [email, fullName]),
    ...merchant.cashiers.flatMap(({ username, fullName }) => [username, fullName]),
    ...merchant.branches.flatMap((branch) => [
      branch.nameEn,
      branch.nameAr,
      branch.addressEn,
      branch.addressAr,
      branch.code,
      ...branch.terminals.flatMap(({ label, brand, manufacturer, model, serial }) => [
        label,
        brand,
        manufacturer,
        model,
        serial,
      ]),
    ]),
  ]),
  demoAdmin.email,
  demoAdmin.fullName,
  ...typedTexts,
  ...slipTexts,
  // What the card network says of a code, kept in both languages.
  ...Object.values(actionCodes).map(({ en }) => en),
  ...keptNames.filter((name) => /\p{L}{2}/u.test(name)),
  ...demoVendors.map(({ contactName }) => contactName),
  // Of every vendor its banks are named.
  ...saudiBanks.map(({ en }) => en),
  // The bank that other tests name.
  testBank.nameAr,
].toSorted((a, b) => b.length - a.length);

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec';
const longMonths = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en', { month: 'long' }).format(new Date(2026, month, 1)),
).join('|');
const days = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday';
/** 'Jum. II': every short name that a year of days has, with the marks that Intl puts into them. */
const shortHijri = new Intl.DateTimeFormat('en', { calendar: 'islamic-umalqura', month: 'short' });
const shortHijriMonths = [
  ...new Set(Array.from({ length: 355 }, (_, day) => shortHijri.format(new Date(2026, 0, day + 1)))),
]
  .map((month) => month.replaceAll('.', '\\.'))
  .join('|');
const hijriMonths = 'Muharram|Safar|Rabiʻ I{1,2}|Jumada I{1,2}|Rajab|Shaʻban|Ramadan|Shawwal|Dhuʻl-\\w+';
/** What Intl writes, and what is the same in every language. */
const data = [
  // The number that a payment has for other software.
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/g,
  // What the library says of a day that was chosen, with its time.
  /^Selected Date: .*$/g,
  // What simulated terminals say of themselves, and Intl's list of the packages that fit one.
  /\bMizan Simulator\b|\bshop-\d+\b|\b\d{4}\.\d\d or (?=\d{4}\.\d\d)/g,
  new RegExp(
    `\\b(?:${days}|${longMonths}|${months}|${hijriMonths}|${shortHijriMonths}|AH|AM|PM)(?=\\W|$)`,
    'g',
  ),
  /\b(?:in )?\d+ (?:second|minute|hour|day)s?(?: ago)?\b|\byesterday\b|\bnow\b/g,
  /\b\d+(?:\.\d+)? (?:sec|min|MB|kB|byte)\b|\b\d+(?:\.\d+)?[KM]?\b/g,
  /\b(?:DC|NP)-[\w-]+/g,
  /\b(?:Chrome|Linux|Windows|macOS)\b/g,
  // Files that other tests uploaded, the businesses they registered.
  /[\w.-]+\.(?:csv|txt|xlsx|xls|sta)\b/g,
  // What the library says of a field for a day, in the reader's language: no key of ours.
  /\b(?:month|day|year|hour|minute|am\/pm), /g,
  // Settings of the process, by name.
  /\bKEEP_[A-Z]+_DAYS\b/g,
  /\bDiyar o\w+/g,
  // Holidays of banks, whose names are kept in both languages.
  /\b(?:National Day|Founding Day|Eid al-(?:Adha|Fitr))\b/g,
  // References of the demo's deposits, and of one that a test sends.
  /\b(?:NJD|THM|SENT)-\d*/g,
  // Numbers of claims and statements, and the references that banks gave other tests.
  /\b(?:CLM|MZ|CSV|NB)-[\d-]*/g,
  // The names of a slip's numbers and its unit, whose figures are gone by here.
  /^(?:TID|STAN|RRN|SAR) $/g,
  // What a bank's statement calls a deposit, and the code of a journal.
  /\bPOS settlement\b|\bMISC\b/g,
];

/** Whole texts that are data: stored states and schemes, as titles keep them, initials, and the product's name. */
const wholeTexts = new Set<string>([
  ...transactionStatuses,
  ...schemes,
  ...verdicts,
  ...bankFileStates,
  ...applicationStates,
  ...exceptionStates,
  'mada',
  ...dataTexts.map((name) => name.replace(/\bAl-/g, '').replace(/(\w)\w* (\w)\w*/, '$1$2')),
  'ACTIVE',
  'INACTIVE',
  'Mizan · ميزان',
  // The keys as they are printed.
  'Ctrl K',
  // What the library measures with how high a field has to be, out of everybody's sight.
  'autosize measurement',
  // What stands in a field for a day before one is typed, as the library has it in the reader's language.
  'mm',
  'dd',
  'yyyy',
]);

/** A text without what stands in brackets, innermost first, and without data. */
function outsideBrackets(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\[[^[\]]*\]/g, '');
  }
  for (const known of dataTexts) rest = rest.replaceAll(known, '');
  for (const pattern of data) rest = rest.replace(pattern, '');
  return rest;
}
const literals = (texts: readonly string[]): string[] =>
  texts.filter((text) => !wholeTexts.has(text) && /\p{L}{2}/u.test(outsideBrackets(text)));

test('a literal word is found, data and bracketed texts are not', () => {
  expect(literals(['[Sales] today', '[A [b] c] 12 · Nov 21, 3:05 PM', 'Diyar Coffee', '88501101'])).toEqual([
    '[Sales] today',
  ]);
});

/** The home page is static and in two languages at once: its texts stand in it when it is built. */
const screens = [...everyScreen, ...openedScreens, ...openedInside].filter(
  ({ path }) => path !== '/' && path !== '/home.html',
);

test.each(screens)('$path as $viewer has no literal text', async (at) => {
  const { page } = await visit(at);
  await settled(page);
  const texts = await shownTexts(page);
  expect(texts.some((text) => text.startsWith('['))).toBe(true);
  expect(literals(texts)).toEqual([]);
});
