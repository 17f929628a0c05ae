/** A Saudi account number as banks write it: SA, two check digits, the bank's two digits, 18 more. */
const shape = /^SA\d{22}$/;

/** What somebody typed or pasted, in the one form that is kept: capitals, no spaces. */
export const plainIban = (text: string): string => text.replaceAll(/\s/g, '').toUpperCase();

/** Whether the text is a Saudi IBAN whose check digits are right (ISO 13616: mod 97 of all of it is 1). */
export function isSaudiIban(text: string): boolean {
  const iban = plainIban(text);
  if (!shape.test(iban)) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return BigInt(digits) % 97n === 1n;
}

/** The bank's code in it, as contract/saudi-banks.ts has them. */
export const bankCodeOf = (iban: string): string => plainIban(iban).slice(4, 6);

/** In groups of four, as it stands on statements. */
export const spacedIban = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
