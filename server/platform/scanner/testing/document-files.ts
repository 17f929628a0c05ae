import { crc32, deflateSync } from 'node:zlib';

/** Small documents as programs and cameras write them: each opens in any reader. */

/** A PDF of one empty page with a text in the comments of its content, `paddingBytes` longer than it needs to be. */
export function pdfSaying(text: string, paddingBytes = 0): Buffer {
  const content = `% ${text}${' '.repeat(paddingBytes)}\n`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >> /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}endstream`,
  ];
  let body = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

function pngChunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

/** A black picture in grey, eight bits a pixel. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A segment of a JPEG: its marker, its length, what it says. */
export function jpegSegment(marker: number, data: Buffer | readonly number[]): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, Buffer.from(data)]);
}

const baseline = 0xc0;
const startOfImage = Buffer.from('ffd8', 'hex');
const endOfImage = Buffer.from('ffd9', 'hex');
/** One code of one bit: no difference for DC, nothing more in this block for AC. */
const huffmanTable = (id: number): Buffer => jpegSegment(0xc4, [id, 1, ...Array<number>(15).fill(0), 0]);

/** A grey block of eight by eight pixels, or what a header of another size says of it; `before` stands before all. */
export function jpegOf({
  frame = baseline,
  width = 8,
  height = 8,
  before = [],
}: {
  frame?: number;
  width?: number;
  height?: number;
  before?: readonly Buffer[];
} = {}): Buffer {
  const isProgressive = frame === 0xc2;
  return Buffer.concat([
    startOfImage,
    ...before,
    jpegSegment(0xdb, [0, ...Array<number>(64).fill(1)]),
    jpegSegment(frame, [8, height >> 8, height & 0xff, width >> 8, width & 0xff, 1, 1, 0x11, 0]),
    huffmanTable(0x00),
    huffmanTable(0x10),
    // Of a progressive picture the first scan is of the mean of each block alone.
    jpegSegment(0xda, [1, 1, 0, 0, isProgressive ? 0 : 63, 0]),
    Buffer.from([isProgressive ? 0x7f : 0x3f]),
    endOfImage,
  ]);
}

/** The EXIF of a camera: a TIFF header without entries, and the thumbnail, which is a whole JPEG. */
export const exif = (): Buffer =>
  jpegSegment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\b\0\0\0\0\0\0', 'latin1'), jpegOf()]));
