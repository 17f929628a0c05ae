/**
 * An e-mail address in full: at most 64 signs, an @, a domain with a dot, 254 in all. Whether it is anybody's, the link that
 * is sent to it proves.
 */
export const emailShape =
  /^(?=.{1,254}$)(?!.*\.\.)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}$/;

/** Marks of direction come along when people copy an address from Arabic pages. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** An e-mail address as people type it, in its one form; null where it is none. */
export function readEmail(text: string): string | null {
  const address = text.replace(directionMarks, '').trim();
  return emailShape.test(address) ? address : null;
}
