/**
 * A text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection): names, values of
 * a bank's file and order references are strangers' words. A sign that stands alone is none, and a number is no text.
 */
export const safeText = (text: string): string =>
  /^(?:[=+\-@＝＋－＠](?=.)|[\t\r\n])/su.test(text) ? `'${text}` : text;

/** Marks of direction would travel into the reader's own sheets; line breaks would break rows of careless readers. */
export const plainText = (text: string): string =>
  text.replaceAll(/[\r\n\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ');

/** A stranger's words as they may stand in a spreadsheet. */
export const guardedText = (text: string): string => safeText(plainText(text));

/** A stranger's words inside a sentence of ours: they stay together, whichever way either of them runs. */
export const isolated = (text: string): string => `\u2068${plainText(text)}\u2069`;
