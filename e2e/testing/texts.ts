import { readFileSync } from 'node:fs';

/** The texts of the product, read from where it reads them, so that a test names a control as a person sees it. */
export const languages = ['en', 'ar'] as const;
/**
 * What is the same in both is tried in one: the texts of the other are held by their parity, by the pseudo-locale and by
 * the sweeps over all screens. It is Arabic, which has its own digits and direction; tests that name no language run in English.
 */
export const oneLanguage = ['ar'] as const;
export type Language = (typeof languages)[number];

type Texts = { [key: string]: string | Texts };
const folder = `${import.meta.dirname}/../../locales`;
const read = new Map<string, Texts>();

function fileOf(language: Language, namespace: string): Texts {
  const path = `${folder}/${language}/${namespace}.json`;
  const known = read.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Texts);
  read.set(path, known);
  return known;
}

function lookUp(texts: Texts, path: readonly string[]): string | undefined {
  const found = path.reduce<string | Texts | undefined>(
    (at, part) => (typeof at === 'object' ? at[part] : undefined),
    texts,
  );
  return typeof found === 'string' ? found : undefined;
}

const localeOf = { en: 'en-US', ar: 'ar-EG' } as const;

/** The text of 'namespace:path.to.key' with its values filled in; a `count` chooses the plural form. */
export function textIn(
  language: Language,
  key: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const [namespace = '', dotted = ''] = key.split(':');
  const path = dotted.split('.');
  const { count } = values;
  const forms = typeof count === 'number' ? pluralForms(language, count) : [];
  const last = path.at(-1) ?? '';
  const file = fileOf(language, namespace);
  const text = [...forms.map((form) => [...path.slice(0, -1), `${last}_${form}`]), path]
    .map((each) => lookUp(file, each))
    .find((found) => found !== undefined);
  if (text === undefined) throw new Error(`no text '${key}' in ${language}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name] ?? '';
    return typeof value === 'number' ? numberIn(language, value) : isolated(language, value);
  });
}

/** Nothing has words of its own, as i18next reads them. */
const pluralForms = (language: Language, count: number): string[] => [
  ...(count === 0 ? ['zero'] : []),
  new Intl.PluralRules(localeOf[language]).select(count),
];

/** Latin words, numbers with signs and e-mails are isolated inside an Arabic sentence. */
function isolated(language: Language, text: string): string {
  const turnsAround = language === 'ar' && /[A-Za-z+\-−]/.test(text) && !/[\u0600-\u06ff]/.test(text);
  return turnsAround ? `\u2066${text}\u2069` : text;
}

export const numberIn = (language: Language, value: number): string =>
  new Intl.NumberFormat(localeOf[language]).format(value);

/** An amount as it stands on a screen, without its currency. */
export const amountIn = (language: Language, amountMinor: number): string =>
  new Intl.NumberFormat(localeOf[language], { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    amountMinor / 100,
  );

/** The figures of a text as a number, whatever its digits: '٤١٬٢٠٠٫٥٠ ر.س' is 41200.5. */
export function numberFrom(text: string): number {
  const latin = text
    .replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replaceAll('٬', '')
    .replaceAll(',', '')
    .replaceAll('٫', '.')
    .replaceAll('\u2212', '-');
  return Number(/-?\d+(?:\.\d+)?/.exec(latin)?.[0] ?? Number.NaN);
}

/** The same number in Arabic-Indic digits, as an Arabic keyboard types it. */
export const arabicDigits = (text: string): string =>
  text.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? digit);
