import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apartOf } from '@mizan/contract/apart.ts';
import { decimalText } from '@mizan/contract/money.ts';
import type { Preferences } from '@mizan/contract/preferences.ts';
import i18next from 'i18next';

/**
 * What the server says to people, by the keys and plurals of the web and out of the same files
 * (docs/decisions/0036-words-on-the-server.md). Texts that the server alone names lie in the folder `server` of each
 * language, which no browser is given.
 */
const languages = {
  // In English figures of days go year first: 11/5 is a day of May to some readers, and of November to others.
  en: { tag: 'en-US', direction: 'ltr', figures: 'yearFirst' },
  ar: { tag: 'ar-EG', direction: 'rtl', figures: 'asUsual' },
} as const;
export type Language = keyof typeof languages;

/** A paper may have both calendars beside each other: the days of one are needed to find those of the other. */
export interface ChosenReader extends Pick<Preferences, 'language' | 'digits'> {
  calendar: Preferences['calendar'] | 'both';
}
/** Who reads: a language with the digits and the calendar that were chosen, or a language as it comes. */
export type Reader = Language | ChosenReader;

export type Values = Readonly<Record<string, string | number>>;

export interface Words {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  /** Between facts of one line: 'Mada', '9 payments'. */
  readonly apart: string;
  /**
   * The text of 'namespace:path.to.key' with its values filled in; `count` chooses the plural form, numbers get the
   * reader's digits. Throws where there is no such text or value: nobody is ever sent a key.
   */
  readonly text: (key: string, values?: Values) => string;
  /** Whether there is such a text: of what people did there are words that no list of keys names. */
  readonly has: (key: string) => boolean;
  readonly number: (value: number) => string;
  /** Minor units as a figure with two decimals: '1,240.00'. A minus stands left of it in both directions. */
  readonly amount: (amountMinor: number) => string;
  /** Basis points as a percentage with two decimals: '1.75%'. */
  readonly percent: (valueBps: number) => string;
  /** A calendar day ('2026-11-24'), in the reader's calendar: 'Nov 24, 2026'. */
  readonly day: (day: string) => string;
  /** A Gregorian month ('2026-11'), whatever calendar was chosen: 'November 2026'. */
  readonly month: (month: string) => string;
  /** An instant by the clock of Riyadh: 'November 22, 2026 at 12:07 PM'. */
  readonly moment: (at: Date) => string;
}

const folder = fileURLToPath(new URL('../../locales', import.meta.url));

function textsOf(language: Language): Record<string, object> {
  const files = globSync([`${folder}/${language}/*.json`, `${folder}/${language}/server/*.json`]);
  return Object.fromEntries(
    files.map((file) => [basename(file, '.json'), JSON.parse(readFileSync(file, 'utf8')) as object]),
  );
}

const texts = i18next.createInstance({
  resources: { en: textsOf('en'), ar: textsOf('ar') },
  initAsync: false,
  fallbackLng: false,
  defaultNS: false,
  interpolation: { escapeValue: false },
  parseMissingKeyHandler: (key) => {
    throw new Error(`no text '${key}'`);
  },
  missingInterpolationHandler: (text, [variable]) => {
    throw new Error(`no value for ${variable} in '${text}'`);
  },
});
void texts.init();

const minusSign = '\u2212';
const leftToRightIsolate = '\u2066';
const popIsolate = '\u2069';
const numbering = { language: '', latin: '-u-nu-latn', arabic: '-u-nu-arab' } as const;
const calendars = { gregorian: 'gregory', ummAlQura: 'islamic-umalqura' } as const;
const bothCalendars = ['gregorian', 'ummAlQura'] as const;

type DateReader = Pick<ChosenReader, 'calendar'> & { tag: string; apart: string };
/** Writes days in the calendars of a reader; those of two digits year first. */
const datesOf =
  ({ calendar, tag, apart }: DateReader) =>
  (style: Intl.DateTimeFormatOptions): ((at: Date) => string) => {
    const formats = (calendar === 'both' ? bothCalendars : [calendar]).map(
      (each) =>
        new Intl.DateTimeFormat(tag, { ...style, calendar: calendars[each], timeZone: 'Asia/Riyadh' }),
    );
    const yearFirst = (format: Intl.DateTimeFormat, at: Date): string => {
      const parts = format.formatToParts(at);
      const of = (type: 'year' | 'month' | 'day') => parts.find((part) => part.type === type)?.value ?? '';
      return [of('year'), of('month'), of('day')].join('/');
    };
    const written = (format: Intl.DateTimeFormat, at: Date): string =>
      // Beside each other the two years tell which is which, and the era has no room.
      calendar === 'both'
        ? format
            .formatToParts(at)
            .filter(({ type }) => type !== 'era')
            .map(({ value }) => value)
            .join('')
            .trim()
        : format.format(at);
    const told = style.month === '2-digit' ? yearFirst : written;
    return (at) => formats.map((format) => told(format, at)).join(apart);
  };

/** Of every reader that there can be: to open the formats of one takes some 2 ms, and a search asks for hundreds. */
const opened = new Map<string, Words>();

/** The words of one reader. */
export function wordsFor(reader: Reader): Words {
  const { language, digits, calendar }: ChosenReader =
    typeof reader === 'string' ? { language: reader, digits: 'language', calendar: 'gregorian' } : reader;
  const key = `${language} ${digits} ${calendar}`;
  const words = opened.get(key) ?? openWords({ language, digits, calendar });
  opened.set(key, words);
  return words;
}

function openWords({ language, digits, calendar }: ChosenReader): Words {
  const tag = languages[language].tag + numbering[digits];
  const fixed = texts.getFixedT(language);
  const numbers = new Intl.NumberFormat(tag);
  const hasArabicDigits = numbers.resolvedOptions().numberingSystem === 'arab';
  const apart = apartOf(language, hasArabicDigits);
  const number = (value: number): string => numbers.format(value);
  const decimals = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const dates = datesOf({ calendar, tag, apart });
  // Two in one cell have room for figures alone.
  const figures = languages[language].figures === 'yearFirst' ? '2-digit' : 'numeric';
  const days = dates(
    calendar === 'both'
      ? { year: 'numeric', month: figures, day: figures }
      : { year: 'numeric', month: 'short', day: 'numeric' },
  );
  const clock = new Intl.DateTimeFormat(tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    calendar: calendars[calendar === 'both' ? 'gregorian' : calendar],
    timeZone: 'Asia/Riyadh',
  });
  const months = new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'Asia/Riyadh' });
  const ummAlQura = new Intl.DateTimeFormat(tag, {
    dateStyle: 'long',
    calendar: calendars.ummAlQura,
    timeZone: 'Asia/Riyadh',
  });
  const percentSign = hasArabicDigits ? '٪' : '%';
  return {
    language,
    direction: languages[language].direction,
    apart,
    text: (key, values = {}) => {
      const shown = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? number(value) : value,
      ]);
      return fixed(key, { ...values, replace: Object.fromEntries(shown) });
    },
    has: (key) => texts.exists(key, { lng: language }),
    number,
    amount: (amountMinor) => {
      const sign = amountMinor < 0 ? minusSign : '';
      const figure = decimals.format(decimalText(Math.abs(amountMinor)) as unknown as number);
      return sign === '' ? figure : leftToRightIsolate + sign + figure + popIsolate;
    },
    percent: (valueBps) => decimals.format(decimalText(valueBps) as unknown as number) + percentSign,
    day: (day) => days(new Date(`${day}T12:00:00+03:00`)),
    month: (month) => months.format(new Date(`${month}-01T12:00:00+03:00`)),
    moment: (at) =>
      calendar === 'both' ? `${ummAlQura.format(at)}${apart}${clock.format(at)}` : clock.format(at),
  };
}
