import { latinDigits } from '@mizan/contract/money.ts';

/** Only the digits of what was typed or pasted, in Latin form: '١٢٣ ٤٥٦' becomes '123456'. */
export const codeDigits = (text: string, length: number): string =>
  latinDigits(text).replace(/\D/g, '').slice(0, length);
