import type { CalendarChoice, DigitChoice } from '@mizan/contract/preferences.ts';
import { inOrder, localeOf, timeZone } from '../../platform/formats.ts';
import type { Language } from '../../platform/language.ts';

/** What 'always' means: no text of ours, whose digits would follow the present choice. */
export const digitRows: Readonly<Record<DigitChoice, string>> = {
  language: '',
  latin: '0123456789',
  arabic: '٠١٢٣٤٥٦٧٨٩',
};

const sampleAmount = 1249.5;
const numbers = { minimumFractionDigits: 2 } as const;

/** '1,249.50' as it would be shown. */
export const digitSample = (digits: DigitChoice, language: Language): string =>
  new Intl.NumberFormat(localeOf(language, digits), numbers).format(sampleAmount);

/** Today as it would be shown. */
export function calendarSample(calendar: CalendarChoice, digits: DigitChoice, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language, digits), {
    calendar: calendar === 'ummAlQura' ? 'islamic-umalqura' : 'gregory',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone,
  });
  return inOrder(format.format(new Date()), language);
}
