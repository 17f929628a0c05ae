import type { Cell, Layout, Table } from './layouts.ts';

export const textEncodings = ['utf-8', 'utf-8-bom', 'utf-16le', 'utf-16be', 'windows-1256'] as const;

export interface TextForm {
  delimiter: ',' | ';' | '\t' | '|';
  encoding: (typeof textEncodings)[number];
  lineEnd: '\r\n' | '\n';
}

/** The table as delimited text, every value spelled as the layout spells it. */
export function textTable(table: Table, layout: Layout, form: TextForm): string {
  const spell = (cell: Cell): string => {
    if (cell.kind === 'amount') return layout.amountText(cell.minor);
    return cell.kind === 'date' ? layout.dateText(cell.atMs, cell.time) : cell.text;
  };
  const row = (cells: readonly string[]): string =>
    cells.map((cell) => quoted(cell, form.delimiter)).join(form.delimiter);
  const rows = [
    ...table.preamble.map((line) => quoted(line, form.delimiter)),
    row(table.header),
    ...table.rows.map((cells) => row(cells.map(spell))),
    ...(table.footer ? [row(table.footer.map(spell))] : []),
  ];
  return rows.join(form.lineEnd) + form.lineEnd;
}

/** Quotes where needed; a guard (="...") stays as it is, because that is how banks write it. */
export function quoted(value: string, delimiter: string): string {
  if (value.startsWith('="')) return value;
  return value.includes(delimiter) || /["\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}

export function encodeText(text: string, encoding: TextForm['encoding']): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-8-bom') return Buffer.from(`\ufeff${text}`);
  if (encoding === 'windows-1256') return encode1256(text);
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  return encoding === 'utf-16le' ? little : little.swap16();
}

let byteOf1256: Map<string, number> | null = null;

/** Node decodes windows-1256 but does not encode it: the table is its decoder, turned round. */
function encode1256(text: string): Uint8Array {
  if (!byteOf1256) {
    const signs = new TextDecoder('windows-1256').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
    byteOf1256 = new Map([...signs].map((sign, byte) => [sign, byte]));
  }
  const known = byteOf1256;
  return Uint8Array.from(text, (sign) => {
    const byte = known.get(sign);
    if (byte === undefined) throw new RangeError(`windows-1256 has no ${sign}`);
    return byte;
  });
}
