/**
 * Words by which banks name what they pay for cards in an account's statement. Evidence and no more: a person says which
 * credits count.
 */
const payoutWords =
  /\b(?:pos|mada|merchant|settlement|acquir\w*|card sales|span)\b|نقاط البيع|نقاط بيع|مدى|تسوية/i;

export const speaksOfCards = (text: string): boolean => payoutWords.test(text);
