import { deflateSync } from 'node:zlib';
import { pictureLimits } from '@mizan/contract/pictures.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exif, jpegOf, jpegSegment, pdfSaying, pngOf } from '../scanner/testing/document-files.ts';
import { readPicture } from './picture-file.ts';
import { chunkOf, pngWith, webpChunk, webpOf } from './testing/picture-files.ts';

const png = pngOf(32, 16);
const jpeg = jpegOf({ width: 32, height: 16 });
const webp = webpOf(32, 16);
const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const after = (content: Buffer, more: string | Buffer): Buffer =>
  Buffer.concat([content, Buffer.from(more as string)]);
/** A header of 8 bits a pixel in grey, and pixels that are packed as they are given. */
const header = (width: number, height: number, rest: readonly number[] = [8, 0, 0, 0, 0]): Buffer => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, ...rest]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return data;
};

test.each([
  ['a PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a progressive JPEG', jpegOf({ width: 32, height: 16, frame: 0xc2 }), 'image/jpeg'],
  ['a WebP', webp, 'image/webp'],
  ['a WebP without loss', webpOf(32, 16, 'VP8L'), 'image/webp'],
  ['a WebP with a head of its own', webpOf(32, 16, 'VP8 ', { isExtended: true }), 'image/webp'],
  [
    'an interlaced PNG, of seven passes with a filter before each line',
    pngWith(header(32, 16, [8, 0, 0, 0, 1]), deflateSync(Buffer.alloc(512 + 30))),
    'image/png',
  ],
])('%s is read', (_, content, mediaType) => {
  expect(readPicture(content)).toMatchObject({ mediaType, width: 32, height: 16 });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an SVG with a script', Buffer.from(script)],
  ['an SVG behind the first bytes of a PNG', after(png.subarray(0, 8), script)],
  ['a PDF', pdfSaying('logo')],
  ['a page of the web', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a PNG of pixels that are not there', pngWith(header(32, 16), deflateSync(Buffer.alloc(33 * 15)))],
  ['a PNG of more pixels than it says', pngWith(header(32, 16), deflateSync(Buffer.alloc(33 * 16 + 1)))],
  ['a PNG of a filter that there is not', pngWith(header(32, 16), deflateSync(Buffer.alloc(33 * 16, 5)))],
  ['a PNG of pixels that are none', pngWith(header(32, 16), Buffer.from('no pixels'))],
  [
    'a PNG that unpacks into a thousand times its size',
    pngWith(header(32, 16), deflateSync(Buffer.alloc(64 * 1024 * 1024))),
  ],
  [
    'a PNG with a colour that there is not',
    pngWith(header(32, 16, [8, 5, 0, 0, 0]), deflateSync(Buffer.alloc(528))),
  ],
  [
    'a PNG of a palette without one',
    pngWith(header(32, 16, [8, 3, 0, 0, 0]), deflateSync(Buffer.alloc(528))),
  ],
  [
    'a JPEG without pixels',
    Buffer.concat([
      jpeg.subarray(0, 2),
      jpegSegment(0xc0, [8, 0, 16, 0, 32, 1, 1, 17, 0]),
      Buffer.from('ffd9', 'hex'),
    ]),
  ],
  [
    'a JPEG of two frames',
    jpegOf({ width: 32, height: 16, before: [jpegSegment(0xc0, [8, 0, 16, 0, 32, 1, 1, 17, 0])] }),
  ],
  ['a WebP that moves', webpOf(32, 16, 'VP8 ', { isExtended: true, flags: 0x02 })],
  ['a WebP whose head says another size', webpOf(32, 16, 'VP8 ', { isExtended: true, saidWidth: 33 })],
  ['a WebP with a size of nobody', Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8 \0\0\0\0', 'latin1')],
])('%s is refused', (_, content) => {
  expect(readPicture(content)).toBe('pictureInvalid');
});

test.each([
  ['PNG', (side: number) => pngOf(side, 16)],
  ['JPEG', (side: number) => jpegOf({ width: side, height: 16 })],
  ['WebP', (side: number) => webpOf(side, 16)],
])('a %s of sides that are too long or too short is refused', (_, of) => {
  expect(readPicture(of(pictureLimits.sideMax))).toMatchObject({ width: pictureLimits.sideMax });
  expect(readPicture(of(pictureLimits.sideMax + 1))).toBe('pictureTooLong');
  expect(readPicture(of(pictureLimits.sideMin - 1))).toBe('pictureTooShort');
});

test.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['progressive JPEG of a camera', jpegOf({ width: 32, height: 16, frame: 0xc2, before: [exif()] })],
  ['WebP', webp],
  ['WebP with a head of its own', webpOf(32, 16, 'VP8L', { isExtended: true })],
])('a %s that was cut is refused, wherever that was', (_, whole) => {
  for (let length = 0; length < whole.length; length += 1) {
    expect(readPicture(whole.subarray(0, length)), `${length} bytes of ${whole.length}`).toBe(
      'pictureInvalid',
    );
  }
});

test.each([
  ['a PNG with a script behind its end', after(png, script), png],
  ['a PNG that is an archive at its end', after(png, 'PK\x03\x04'), png],
  [
    'a PNG with a text',
    pngWith(header(32, 16), deflateSync(Buffer.alloc(33 * 16)), chunkOf('tEXt', Buffer.from(script))),
    png,
  ],
  ['a JPEG with a script behind its end', after(jpeg, script), jpeg],
  [
    'a JPEG with a script as its comment',
    jpegOf({ width: 32, height: 16, before: [jpegSegment(0xfe, Buffer.from(script))] }),
    jpeg,
  ],
  ['a JPEG that says where it was taken', jpegOf({ width: 32, height: 16, before: [exif()] }), jpeg],
  ['a WebP with a script behind its end', after(webp, script), webp],
  [
    'a WebP with a text',
    webpOf(32, 16, 'VP8 ', { isExtended: true, flags: 0x0c, more: [webpChunk('XMP ', Buffer.from(script))] }),
    webpOf(32, 16, 'VP8 ', { isExtended: true }),
  ],
])('of %s the picture alone is kept', (_, sent, kept) => {
  const read = readPicture(sent);
  expect(typeof read === 'string' ? read : read.content.toString('latin1')).toBe(kept.toString('latin1'));
});

test('whatever bytes come, with whatever start, something is answered', () => {
  const start = fc
    .constantFrom(png, jpeg, webp, webpOf(32, 16, 'VP8L', { isExtended: true }))
    .chain((content) => fc.nat(content.length).map((length) => content.subarray(0, length)));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 200 }), (begun, rest) => {
      const read = readPicture(Buffer.concat([begun, rest]));
      expect(typeof read === 'string' ? read : read.mediaType).toMatch(/^(picture|image)/);
    }),
  );
});
