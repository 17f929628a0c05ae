/**
 * No card number is ever kept (rules D7): a terminal sends first six and last four alone, and whatever
 * else it printed is searched for what looks like a whole one.
 */
const longNumber = /(?<!\d)\d(?:[ -]?\d){12,18}(?!\d)/g;

/** The check digit that every card number ends with. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [place, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The text with every card number cut to its first six and last four. */
export const withoutCardNumbers = (text: string): string =>
  text.replace(longNumber, (found) => {
    const digits = found.replace(/\D/g, '');
    return passesLuhn(digits)
      ? `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
      : found;
  });

/** Fields of a receipt that hold long numbers which are no cards: the terminal, the merchant, the chip's program. */
const ownNumbers: ReadonlySet<string> = new Set(['tid', 'mid', 'aid']);

export const receiptWithoutCardNumbers = (receipt: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(receipt).map(([field, value]) => [
      withoutCardNumbers(field),
      ownNumbers.has(field) ? value : withoutCardNumbers(value),
    ]),
  );
