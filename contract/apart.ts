/**
 * What sets facts of one line apart ('Mada', '9 payments'), of a reader of these digits. Beside an Arabic digit a middle
 * dot is read as a zero, one as ten (docs/decisions/0434-no-dot-beside-arabic-digits.md).
 */
export const apartOf = (spoken: 'en' | 'ar', hasArabicDigits: boolean): string =>
  spoken === 'ar' ? '، ' : hasArabicDigits ? ', ' : ' · ';

/** Names of several languages on one line, whoever reads: 'ميزان · Mizan', and 'فرع ٣، Branch 3' for the digit's sake. */
export const besideEachOther = (names: readonly string[]): string =>
  names.join(apartOf(names.some((name) => /[٠-٩]/.test(name)) ? 'ar' : 'en', false));
