import { latinDigits } from './money.ts';

/**
 * A Saudi mobile number as people type it (05XXXXXXXX, 5XXXXXXXX, 9665…, +9665…, 009665…, in any digits, with
 * spaces or dashes) in its one stored form '+9665XXXXXXXX'; null where it is none.
 */
export function readMobile(text: string): string | null {
  const plain = latinDigits(text).replace(/[\s\u200e\u200f\u202a-\u202e\u2066-\u2069()-]/g, '');
  const match = /^(?:0|\+?966|00966)?(5\d{8})$/.exec(plain);
  return match ? `+966${match[1]}` : null;
}
