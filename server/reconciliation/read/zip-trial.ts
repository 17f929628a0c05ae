import { crc32, deflateRawSync } from 'node:zlib';

/** For tests: a zip of parts, whose directory may lie about their sizes. */
export interface TrialPart {
  name: string;
  content: string | Buffer;
  /** What the directory claims; the truth where left out. */
  claimedBytes?: number;
}

function headers(part: TrialPart, offset: number): { local: Buffer; central: Buffer; data: Buffer } {
  const content = Buffer.from(part.content);
  const data = deflateRawSync(content);
  const name = Buffer.from(part.name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(data.length, 14);
  shared.writeUInt32LE(part.claimedBytes ?? content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  shared.copy(central, 6);
  central.writeUInt32LE(offset, 42);
  const signature = Buffer.from('504b0304', 'hex');
  return {
    local: Buffer.concat([signature, shared, name, data]),
    central: Buffer.concat([central, name]),
    data,
  };
}

/** The bytes of a zip. */
export function zipOf(parts: readonly TrialPart[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const { local, central } = headers(part, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** The parts of a workbook with one sheet of this XML, and styles and shared texts where given. */
export function workbookParts(
  sheetXml: string,
  more: { styles?: string; sharedTexts?: string; date1904?: boolean } = {},
): TrialPart[] {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts: TrialPart[] = [
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns:r="${relation}"><workbookPr date1904="${more.date1904 ? 1 : 0}"/><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<worksheet><sheetData>${sheetXml}</sheetData></worksheet>`,
    },
  ];
  if (more.styles) parts.push({ name: 'xl/styles.xml', content: more.styles });
  if (more.sharedTexts) parts.push({ name: 'xl/sharedStrings.xml', content: more.sharedTexts });
  return parts;
}
