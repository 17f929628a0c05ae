import { inflateSync } from 'node:zlib';

/** What tests read of a PDF of ours: each page's texts as they are drawn, from left to right and from top to bottom. */
export interface DrawnText {
  text: string;
  /** In points from the left and from the top. */
  x: number;
  y: number;
  font: string;
}

const streamsOf = (pdf: Buffer): Map<string, string> => {
  const found = new Map<string, string>();
  const text = pdf.toString('latin1');
  for (const { 1: number = '', 2: dictionary = '', index } of text.matchAll(
    /(\d+) 0 obj\n(<<(?:(?!endobj)[\s\S])*?>>)\nstream\n/g,
  )) {
    const start = text.indexOf('stream\n', index) + 'stream\n'.length;
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const raw = pdf.subarray(start, start + length);
    found.set(
      number,
      dictionary.includes('FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1'),
    );
  }
  return found;
};

const utf16 = (hex: string): string =>
  (hex.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16))).join('');

/** The texts of each glyph of a font, by the table that readers copy with. */
function glyphTexts(map: string): Map<number, string> {
  const texts = new Map<number, string>();
  for (const [, first = '0', list = ''] of map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi)) {
    for (const [at, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]+)>/gi)].entries()) {
      texts.set(Number.parseInt(first, 16) + at, utf16(hex.replaceAll(' ', '')));
    }
  }
  return texts;
}

function fontsOf(pdf: Buffer, streams: Map<string, string>): Map<string, Map<number, string>> {
  const text = pdf.toString('latin1');
  const fonts = new Map<string, Map<number, string>>();
  for (const [, name = '', reference = ''] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const start = text.indexOf(`\n${reference} 0 obj\n`);
    const map = /\/ToUnicode (\d+) 0 R/.exec(text.slice(start, text.indexOf('endobj', start)))?.[1];
    if (map) fonts.set(name, glyphTexts(streams.get(map) ?? ''));
  }
  return fonts;
}

/** Page by page, every text that is drawn; a glyph of several letters gives them together. */
export function drawnTexts(pdf: Buffer): DrawnText[][] {
  const streams = streamsOf(pdf);
  const fonts = fontsOf(pdf, streams);
  const pages = [...streams.values()].filter((stream) => /\bBT\n/.test(stream));
  return pages.map((page) =>
    [...page.matchAll(/BT\n1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d+) [\d.]+ Tf\n([\s\S]*?)ET/g)].map(
      ([, x = '0', y = '0', font = '', shown = '']) => ({
        x: Number(x),
        y: Number(y),
        font,
        text: [...shown.matchAll(/<([0-9a-f]+)>/gi)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? '?')
          .join('|'),
      }),
    ),
  );
}
