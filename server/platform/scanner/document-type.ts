import type { DocumentType } from '@mizan/contract/onboarding.ts';

/**
 * What a file is by its content. A name and a declared type are the sender's to choose; the first bytes are what a
 * reader goes by, and a little of the structure tells a whole file from one that was cut on its way. No picture is
 * decoded here: that is more code that a stranger's bytes would run through than it is worth.
 */

/** How far from its last byte the end of a PDF may stand: programs add a line. */
const tailBytes = 1024;

const pdfHeader = /^%PDF-[12]\.\d/;
const pdfEnd = '%%EOF';

/** A header of version 1 or 2, and the mark of the end where readers look for it. */
function isPdf(content: Buffer): boolean {
  const isHeader = pdfHeader.test(content.toString('latin1', 0, 8));
  return isHeader && content.subarray(-tailBytes).includes(pdfEnd);
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/** A length of 13 and the name IHDR; width and height stand behind it. */
const pngHeader = Buffer.from('0000000d49484452', 'hex');
/** The empty chunk IEND with its checksum: the last twelve bytes of each PNG. */
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');
const pngStart = Buffer.concat([pngSignature, pngHeader]);
const pngSmallestBytes = pngStart.length + 17 + pngEnd.length;

function isPng(content: Buffer): boolean {
  if (content.length < pngSmallestBytes || !content.subarray(0, pngStart.length).equals(pngStart))
    return false;
  const [width, height] = [content.readUInt32BE(pngStart.length), content.readUInt32BE(pngStart.length + 4)];
  return width > 0 && height > 0 && content.subarray(-pngEnd.length).equals(pngEnd);
}

const jpeg = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  startOfScan: 0xda,
  temporary: 0x01,
  fill: 0xff,
} as const;
const jpegEnd = Buffer.from([0xff, jpeg.endOfImage]);
/** Length, precision, height, width and the number of components: what a frame header has at least. */
const frameHeaderBytes = 8;

/** C0 to CF are frames, but for the tables of Huffman codes, an extension, and those of arithmetic coding. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const standsAlone = (marker: number): boolean =>
  marker === jpeg.temporary || (marker >= 0xd0 && marker <= jpeg.endOfImage);

/**
 * Where the frame header ends, or null where there is none of a size before the first scan. Segments are walked by their
 * lengths, because a camera puts a whole picture of its own before the frame: the thumbnail of its EXIF.
 */
function frameEndOf(content: Buffer): number | null {
  let at = 2;
  while (at + 4 <= content.length && content[at] === 0xff) {
    const marker = content.readUInt8(at + 1);
    if (marker === jpeg.fill) {
      at += 1;
      continue;
    }
    const lengthBytes = content.readUInt16BE(at + 2);
    if (standsAlone(marker) || marker === jpeg.startOfScan || lengthBytes < 2) return null;
    const end = at + 2 + lengthBytes;
    if (isFrame(marker)) {
      if (end > content.length || end < at + 2 + frameHeaderBytes) return null;
      const [height, width] = [content.readUInt16BE(at + 5), content.readUInt16BE(at + 7)];
      return height > 0 && width > 0 ? end : null;
    }
    at = end;
  }
  return null;
}

function isJpeg(content: Buffer): boolean {
  if (content[0] !== 0xff || content[1] !== jpeg.startOfImage) return false;
  const frameEnd = frameEndOf(content);
  // Whatever stands behind the end: phones keep the film of a moving picture there.
  return frameEnd !== null && content.includes(jpegEnd, frameEnd);
}

const kinds: readonly [DocumentType, (content: Buffer) => boolean][] = [
  ['application/pdf', isPdf],
  ['image/png', isPng],
  ['image/jpeg', isJpeg],
];

/** What a file is by its content, or null for anything but a whole PDF, PNG or JPEG. */
export const documentTypeOf = (content: Buffer): DocumentType | null =>
  kinds.find(([, fits]) => fits(content))?.[0] ?? null;
