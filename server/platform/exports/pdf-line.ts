import bidiFactory from 'bidi-js';

export type Direction = 'ltr' | 'rtl';

/** Its types say that it has a default export; Node gives the module itself. */
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** What steers the order and draws nothing. */
const unseen = /[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;
const arabicLetter = /\p{Script=Arabic}/u;
/** Digits and signs of Arabic. */
const arabicFigure = /([\u0609-\u060d\u061b\u061f\u0660-\u066d]+)/u;

const reversed = (text: string): string => [...text].toReversed().join('');

/** Which way a text runs by its first letter; `otherwise` where it has none. */
export function directionOf(text: string, otherwise: Direction): Direction {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return otherwise;
  return arabicLetter.test(letter) ? 'rtl' : 'ltr';
}

/**
 * A stretch of one direction as the shaper wants it, word by word from left to right. The shaper turns around whatever
 * begins with a letter, a digit or a sign of Arabic, and nothing else: words of Arabic stay as they are written, other
 * signs among them are given turned around already, and so are Arabic figures, which run from left to right.
 */
function piecesOf(text: string, isRightToLeft: boolean): string[] {
  const words = text.replace(unseen, '').split(/( +)/);
  const pieces = isRightToLeft
    ? words.toReversed().map((word) => (arabicLetter.test(word) ? word : reversed(word)))
    : words.flatMap((word) =>
        word.split(arabicFigure).map((part) => (arabicFigure.test(part) ? reversed(part) : part)),
      );
  return pieces.filter((piece) => piece !== '');
}

/**
 * A line of text in the order in which it is seen, from left to right, by the Unicode Bidirectional Algorithm (UAX 9),
 * in pieces that a shaper lays out one after the other.
 */
export function visualPieces(text: string, direction: Direction): string[] {
  const found = bidi.getEmbeddingLevels(text, direction);
  const levelOf = (index = 0): number => found.levels[index] ?? 0;
  const mirrored = bidi.getMirroredCharactersMap(text, found.levels);
  const order = bidi.getReorderedIndices(text, found);
  const pieces: string[] = [];
  for (let at = 0; at < order.length; ) {
    const isRightToLeft = levelOf(order[at]) % 2 === 1;
    const step = isRightToLeft ? -1 : 1;
    let end = at + 1;
    while (order[end] === (order[end - 1] ?? 0) + step && levelOf(order[end]) === levelOf(order[at]))
      end += 1;
    const stretch = order.slice(at, end);
    if (isRightToLeft) stretch.reverse();
    const signs = stretch.map((index) => mirrored.get(index) ?? text.charAt(index));
    pieces.push(...piecesOf(signs.join(''), isRightToLeft));
    at = end;
  }
  return pieces;
}
