import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentTypeOf } from './document-type.ts';
import { exif, jpegOf, jpegSegment, pdfSaying, pngOf } from './testing/document-files.ts';

const progressive = 0xc2;
const pdf = pdfSaying('commercial registration');
const png = pngOf(3, 2);
const jpeg = jpegOf();
const camera = jpegOf({ before: [exif()] });
const after = (content: Buffer, bytes: number): Buffer => Buffer.concat([content, Buffer.alloc(bytes)]);
const changed = (content: Buffer, from: string, to: string): Buffer =>
  Buffer.from(content.toString('latin1').replace(from, to), 'latin1');

test.each([
  ['a PDF of a few lines', pdf, 'application/pdf'],
  ['a PDF of version 2', changed(pdf, '%PDF-1.7', '%PDF-2.0'), 'application/pdf'],
  [
    'a PDF that was saved again: its first end stands in the middle',
    Buffer.concat([pdf, pdf]),
    'application/pdf',
  ],
  ['a PDF whose end stands a little before the last byte', after(pdf, 1000), 'application/pdf'],
  ['a picture in PNG', png, 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a progressive JPEG', jpegOf({ frame: progressive }), 'image/jpeg'],
  ['a JPEG of a camera, with a thumbnail before its frame', camera, 'image/jpeg'],
  ['the same, progressive', jpegOf({ frame: progressive, before: [exif()] }), 'image/jpeg'],
  [
    'a JPEG with bytes to fill up before a marker',
    jpegOf({ before: [Buffer.from([0xff, 0xff])] }),
    'image/jpeg',
  ],
  [
    'a JPEG with what a phone keeps behind its end: the film of a moving picture',
    after(jpeg, 100_000),
    'image/jpeg',
  ],
  ['a JPEG with a second picture behind it', Buffer.concat([jpeg, jpegOf({ width: 16 })]), 'image/jpeg'],
])('%s is taken', (_, content, type) => {
  expect(documentTypeOf(content)).toBe(type);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['the first bytes of a PDF alone', Buffer.from('%PDF-')],
  ['a header of a PDF alone', Buffer.from('%PDF-1.7 commercial registration')],
  ['a PDF of a version that there is not', changed(pdf, '%PDF-1.7', '%PDF-x.y')],
  ['a PDF whose end stands too far from its last byte', after(pdf, 1024)],
  ['a program that holds a PDF', Buffer.concat([Buffer.from('MZ'), pdf])],
  ['the signature of a PNG alone', png.subarray(0, 8)],
  ['a PNG without width', pngOf(0, 2)],
  ['a PNG without height', pngOf(3, 0)],
  ['a PNG that begins with another chunk', changed(png, 'IHDR', 'IDAT')],
  ['a PNG with something behind its end', after(png, 1)],
  ['the first bytes of a JPEG alone', Buffer.from('ffd8ff', 'hex')],
  ['a JPEG that ends before its frame', Buffer.from('ffd8ffd9', 'hex')],
  ['a JPEG without width', jpegOf({ width: 0 })],
  ['a JPEG without height', jpegOf({ height: 0 })],
  ['a JPEG of tables where its frame should be', jpegOf({ frame: 0xc4 })],
  ['a JPEG whose frame is in its thumbnail alone', Buffer.from([0xff, 0xd8, ...exif(), 0xff, 0xd9])],
  [
    'a JPEG whose frame is too short for a size',
    Buffer.from([0xff, 0xd8, ...jpegSegment(0xc0, [8, 0]), 0xff, 0xd9]),
  ],
  ['a JPEG with a segment shorter than its own length', jpegOf({ before: [Buffer.from('ffe00001', 'hex')] })],
  ['a JPEG with bytes between its segments', jpegOf({ before: [Buffer.from('text')] })],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a page of the web', Buffer.from('<html></html>')],
])('%s is refused', (_, content) => {
  expect(documentTypeOf(content)).toBeNull();
});

test.each([
  ['PDF', pdf.subarray(0, -1)],
  ['PNG', png],
  ['JPEG', jpeg],
  ['JPEG of a camera', camera],
  ['progressive JPEG of a camera', jpegOf({ frame: progressive, before: [exif()] })],
])('a %s that was cut is refused, wherever that was', (_, whole) => {
  for (let length = 0; length < whole.length; length += 1) {
    expect(documentTypeOf(whole.subarray(0, length)), `${length} bytes of ${whole.length}`).toBeNull();
  }
});

test('whatever bytes come, with whatever start, something is answered', () => {
  const start = fc
    .constantFrom(pdf, png, jpeg, camera)
    .chain((content) => fc.nat(content.length).map((length) => content.subarray(0, length)));
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 300 }), (begun, rest) => {
      const type = documentTypeOf(Buffer.concat([begun, rest]));
      expect([null, 'application/pdf', 'image/png', 'image/jpeg']).toContain(type);
    }),
  );
});
