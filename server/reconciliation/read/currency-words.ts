import { type Currency, currencies } from '@mizan/contract/money.ts';

/** No currency is named. */
export const noCurrency = -1;
/** A currency is named that Mizan does not keep, or two that contradict each other. */
export const otherCurrency = -2;

/** How currencies are written besides their ISO letters: in small letters, without dots and spaces. */
const wordsOf: Readonly<Record<string, Currency>> = {
  '682': 'SAR',
  '840': 'USD',
  '978': 'EUR',
  '826': 'GBP',
  sr: 'SAR',
  riyal: 'SAR',
  riyals: 'SAR',
  saudiriyal: 'SAR',
  saudiriyals: 'SAR',
  رس: 'SAR',
  ريال: 'SAR',
  بالريال: 'SAR',
  ريالسعودي: 'SAR',
  '﷼': 'SAR',
  '\u20c1': 'SAR',
  $: 'USD',
  us$: 'USD',
  دولار: 'USD',
  دولارامريكي: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  يورو: 'EUR',
  '£': 'GBP',
  جنيهاسترليني: 'GBP',
};

const isoCurrencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const plainWord = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[أإآ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/[\s.\u200e\u200f\u061c]/g, '');

/** Index into `currencies` of a word by itself ('USD', '682', 'ر.س', '€'), `otherCurrency` for any other text. */
export function currencyOfWord(text: string): number {
  const plain = plainWord(text);
  const named = wordsOf[plain] ?? plain.toUpperCase();
  const index = (currencies as readonly string[]).indexOf(named);
  return index < 0 ? otherCurrency : index;
}

/** Whether a word is a currency's, kept by Mizan or not. */
export const isCurrencyWord = (text: string): boolean =>
  currencyOfWord(text) >= 0 || isoCurrencies.has(text.trim().toUpperCase());

/** What two sources say together: one of them alone, both the same, or a contradiction. */
export function sameCurrency(one: number, other: number): number {
  if (one === noCurrency) return other;
  if (other === noCurrency || other === one) return one;
  return otherCurrency;
}

const inBrackets = /[([]([^)\]]+)[)\]]/g;

/**
 * The currency that a heading names, 'AMOUNT (SAR)', 'Amount USD' or 'المبلغ (ر.س)'; `noCurrency` where it names none.
 * Letters that are some other currency's count within brackets alone: in a title they are most often a word.
 */
export function currencyOfHeading(title: string): number {
  let found = noCurrency;
  for (const [, inside = ''] of title.matchAll(inBrackets))
    for (const word of inside.split(/[/,|]/))
      if (isCurrencyWord(word)) found = sameCurrency(found, currencyOfWord(word));
  for (const word of title.replace(inBrackets, ' ').split(/[\s/|:_-]+/)) {
    const named = word === '' || /^\d+$/.test(word) ? otherCurrency : currencyOfWord(word);
    if (named >= 0) found = sameCurrency(found, named);
  }
  return found;
}

const headingWords: ReadonlySet<string> = new Set([
  ...currencies.map((currency) => currency.toLowerCase()),
  'sr',
  'ريال',
  'ريالات',
  'بالريال',
  'سعودي',
  'السعودي',
]);

/** A heading in its comparable form without its currency, which says nothing of the field: 'amount usd' is an amount. */
export const withoutCurrencyWords = (plain: string): string =>
  plain
    .split(' ')
    .filter(
      (word, at, all) => !headingWords.has(word) && !(word === 'in' && headingWords.has(all[at + 1] ?? '')),
    )
    .join(' ');
