import { latinDigits } from '@mizan/contract/money.ts';

/** Signs of Arabic vowels, the dagger alef and the tatweel: written or not as the typist likes. */
const arabicOrnaments = /[\u064b-\u065f\u0670\u0640]/g;

/**
 * A column name as it is compared: small letters, Latin digits, alef, ya and ta marbuta in one form,
 * without vowels, tatweel, direction marks and punctuation. 'صافي المبلغ (ر.س)' and 'صافى  المبلغ' become alike.
 * Adyen's currency tags '(GC)' and '(NC)' say nothing about the field and go, as do a currency, a unit, a zone and the
 * shape of a date in brackets: what they say of the values is read from the title itself.
 */
export function comparableHeader(text: string): string {
  return latinDigits(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(arabicOrnaments, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ى/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ؤ/g, 'و')
    .replace(/ئ/g, 'ي')
    .replace(/\((?:gc|nc|sar|usd|eur|gbp|ريال|ر\.?\s?س\.?)\)/g, ' ')
    .replace(
      /\((?:halalas?|هللات?|هلله|(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?|ksa|riyadh(?: time)?|[a-z]+\/[a-z_]+|[dmy]{1,4}[-/. ][dmy]{1,4}[-/. ][dmy]{2,4})\)/g,
      ' ',
    )
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim();
}
