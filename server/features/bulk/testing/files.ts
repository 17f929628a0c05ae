import * as xlsx from '@e965/xlsx';

const places = new Map(
  [...new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, at) => at))].map(
    (letter, at) => [letter, at] as const,
  ),
);

/** As Excel in Arabic saves a CSV. */
export const windows1256 = (text: string): Buffer =>
  Buffer.from([...text].map((letter) => places.get(letter) ?? 63));

/** The rows of the first sheet of a workbook. */
export const rowsOf = (bytes: Buffer): string[][] => {
  const { SheetNames, Sheets } = xlsx.read(bytes);
  return xlsx.utils.sheet_to_json(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' });
};

/** A part of a workbook as text. */
export const partOf = (bytes: Buffer, part: string): string => {
  const { files } = xlsx.read(bytes, { bookFiles: true }) as xlsx.WorkBook & {
    files: Record<string, { content: Buffer }>;
  };
  return String(files[part]?.content);
};
