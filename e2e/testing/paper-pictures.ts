import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';

/** A text of a page as pdf.js reads it; in points, from the left and from the top. */
export interface SeenText {
  text: string;
  left: number;
  right: number;
  /** Where its letters stand. */
  baseline: number;
  size: number;
  /** The same text as the browser's own shaper sets it in the same font. */
  shapedWidth: number;
  /** Whether anything dark is where it should be. */
  isSeen: boolean;
}

/** A page as a person sees it: its picture, and what is written on it. */
export interface SeenPage {
  width: number;
  height: number;
  texts: SeenText[];
  /** Glyphs that the font has no shape for. */
  missing: number;
  /** The box around all that is dark; in points. */
  ink: { left: number; top: number; right: number; bottom: number };
  /** What the QR code on it says; null where it has none that can be read. */
  code: string | null;
  /** Empty where it was not wanted. */
  png: Buffer;
}

/** As far as this file asks of pdf.js. */
interface PdfGlyph {
  originalCharCode?: number;
}
interface PdfPage {
  getViewport: (of: { scale: number }) => { width: number; height: number };
  render: (of: object) => { promise: Promise<void> };
  getTextContent: () => Promise<{
    items: { str: string; transform: number[]; width: number; fontName: string }[];
  }>;
  getOperatorList: () => Promise<{ fnArray: number[]; argsArray: unknown[][] }>;
  commonObjs: { get: (name: string) => { name: string } };
}
interface Tools {
  decodeQR: (picture: ImageData) => string;
  /** Null where no code can be read. */
  codeOf: (picture: ImageData) => string | null;
  /** How wide the browser sets a text at 100 px; `wide` is how wide it was drawn. */
  shaped: (text: string, font: 'regular' | 'bold', wide: number) => number;
  pdfjs: PdfReader;
}
interface PdfReader {
  GlobalWorkerOptions: { workerSrc: string };
  OPS: { showText: number };
  getDocument: (of: object) => {
    promise: Promise<{ numPages: number; getPage: (at: number) => Promise<PdfPage> }>;
  };
}

const { resolve } = createRequire(import.meta.url);
const reader = dirname(resolve('pdfjs-dist/build/pdf.min.mjs'));
const fonts = join(dirname(resolve('vazirmatn/package.json')), 'fonts/ttf');
const origin = 'https://papers.test';
const files: Readonly<Record<string, string>> = {
  '/pdf.mjs': join(reader, 'pdf.min.mjs'),
  '/worker.mjs': join(reader, 'pdf.worker.min.mjs'),
  '/decode.js': resolve('qr/decode.js'),
  '/index.js': resolve('qr'),
  '/regular.ttf': join(fonts, 'Vazirmatn-Regular.ttf'),
  '/bold.ttf': join(fonts, 'Vazirmatn-Bold.ttf'),
};
const html = `<!doctype html><style>
@font-face { font-family: regular; src: url(/regular.ttf) }
@font-face { font-family: bold; src: url(/bold.ttf) }
</style><script type="module">
import * as pdfjs from '/pdf.mjs';
import { decodeQR } from '/decode.js';
await Promise.all(['regular', 'bold'].map((name) => document.fonts.load('10px ' + name)));
pdfjs.GlobalWorkerOptions.workerSrc = '/worker.mjs';
globalThis.tools = { pdfjs, decodeQR };
</script>`;

/** What the page needs beside pdf.js. Runs in it. */
function prepared(): void {
  const { tools } = globalThis as unknown as { tools: Tools };
  const ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const codeOf = (picture: ImageData): string | null => {
    try {
      return tools.decodeQR(picture);
    } catch {
      return null;
    }
  };
  /** pdf.js turns the two letters of the ligature lam-alef around: whichever way fits best is what was drawn. */
  const shaped = (text: string, font: 'regular' | 'bold', wide: number): number => {
    ruler.font = `100px ${font}`;
    const widths = [text, text.replaceAll('\u0627\u0644', '\u0644\u0627')]
      .concat(
        [...text.matchAll(/\u0627\u0644/g)].map(
          ({ index }) => `${text.slice(0, index)}\u0644\u0627${text.slice(index + 2)}`,
        ),
      )
      .map((each) => ruler.measureText(each).width);
    return widths.toSorted((a, b) => Math.abs(a - wide) - Math.abs(b - wide))[0] ?? 0;
  };
  Object.assign(tools, { codeOf, shaped });
}

/** Draws every page of a PDF in the browser. Runs in its page. */
async function drawn({ base64, isCoded, isKept }: { base64: string; isCoded: boolean; isKept: boolean }) {
  const { pdfjs, codeOf, shaped } = (globalThis as unknown as { tools: Tools }).tools;
  const scale = 2;
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const pdf = await pdfjs.getDocument({ data: bytes }).promise;
  const seen = async (page: PdfPage) => {
    const { width, height } = page.getViewport({ scale: 1 });
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
    await page.render({ canvas, canvasContext: context, viewport: page.getViewport({ scale }) }).promise;
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const { data } = picture;
    const isDark = (x: number, y: number): boolean => (data[(y * canvas.width + x) * 4] ?? 255) < 170;
    const ink = { left: canvas.width, top: canvas.height, right: 0, bottom: 0 };
    for (let y = 0; y < canvas.height; y += 1)
      for (let x = 0; x < canvas.width; x += 1)
        if (isDark(x, y)) {
          ink.left = Math.min(ink.left, x);
          ink.right = Math.max(ink.right, x);
          ink.top = Math.min(ink.top, y);
          ink.bottom = Math.max(ink.bottom, y);
        }
    const isInked = (left: number, top: number, right: number, bottom: number): boolean => {
      for (let y = Math.floor(top * scale); y < bottom * scale; y += 1)
        for (let x = Math.floor(left * scale); x < right * scale; x += 1) if (isDark(x, y)) return true;
      return false;
    };
    const { fnArray, argsArray } = await page.getOperatorList();
    const glyphs = fnArray.flatMap((fn, at) =>
      fn === pdfjs.OPS.showText ? (argsArray[at]?.[0] as (PdfGlyph | number)[]) : [],
    );
    const texts = (await page.getTextContent()).items
      .filter(({ str }) => str.trim() !== '')
      .map(({ str, transform, width: wide, fontName }) => {
        const [, , , size = 0, left = 0, fromBottom = 0] = transform;
        const isBold = page.commonObjs.get(fontName).name.includes('Bold');
        const baseline = height - fromBottom;
        return {
          text: str,
          left,
          right: left + wide,
          baseline,
          size,
          shapedWidth: (shaped(str, isBold ? 'bold' : 'regular', (wide * 100) / size) * size) / 100,
          isSeen: isInked(left, baseline - size, left + wide, baseline + size / 2),
        };
      });
    return {
      width,
      height,
      texts,
      missing: glyphs.filter((glyph) => typeof glyph === 'object' && glyph?.originalCharCode === 0).length,
      ink: {
        left: ink.left / scale,
        top: ink.top / scale,
        right: ink.right / scale,
        bottom: ink.bottom / scale,
      },
      code: isCoded ? codeOf(picture) : null,
      png: isKept ? canvas.toDataURL('image/png').replace(/^[^,]*,/, '') : '',
    };
  };
  const pages = [];
  for (let at = 1; at <= pdf.numPages; at += 1) pages.push(await seen(await pdf.getPage(at)));
  return pages;
}

/** What draws papers: the pages of a PDF, one after the other. `isCoded`: whether a QR code is looked for on them; `isKept`:
 * whether their pictures are wanted as files. */
export async function paperReader(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    if (!file) return route.fulfill({ contentType: 'text/html', body: html });
    const contentType = file.endsWith('.ttf') ? 'font/ttf' : 'text/javascript';
    return route.fulfill({ contentType, body: await readFile(file) });
  });
  await page.goto(origin);
  await page.waitForFunction('globalThis.tools !== undefined');
  await page.evaluate(prepared);
  return {
    pagesOf: async (pdf: Buffer, { isCoded = false, isKept = false } = {}): Promise<SeenPage[]> => {
      const pages = await page.evaluate(drawn, { base64: pdf.toString('base64'), isCoded, isKept });
      return pages.map(({ png, ...seen }) => ({ ...seen, png: Buffer.from(png, 'base64') }));
    },
    close: () => context.close(),
  };
}
