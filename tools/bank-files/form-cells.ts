import type { CellObject } from '@e965/xlsx';
import type { Random } from './random.ts';

/** What stands in a cell, before anybody has spelled it. Amounts in minor units, signed. */
export type FormCell =
  | { kind: 'text' | 'key'; text: string }
  | { kind: 'amount'; minor: number }
  | { kind: 'rate'; percent: number }
  | { kind: 'date'; atMs: number; hasTime: boolean };

/** How a file writes its cells: as text, and as cells of a workbook. */
export interface Spelling {
  /** What was chosen, for whoever reads a failure. */
  manner: Readonly<Record<string, unknown>>;
  textOf: (cell: FormCell) => string;
  cellOf: (cell: FormCell) => CellObject;
  is1904: boolean;
  /** It has no sign that windows-1256 lacks. */
  is1256: boolean;
}

const riyadhMs = 3 * 3_600_000;
const grouped = (minor: number, sign: string): string =>
  `${String(Math.floor(minor / 100)).replaceAll(/\B(?=(\d{3})+$)/g, sign)}.${String(minor % 100).padStart(2, '0')}`;
const arabic = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit)));
const arabicAmount = (minor: number): string => arabic(grouped(minor, '٬').replace('.', '٫'));

const amounts = {
  plain: (minor: number) => grouped(minor, ''),
  grouped: (minor: number) => grouped(minor, ','),
  spaced: (minor: number) => grouped(minor, '\u00a0'),
  narrow: (minor: number) => grouped(minor, '\u202f'),
  arabic: arabicAmount,
  currency: (minor: number) => `SAR ${grouped(minor, ',')}`,
  joined: (minor: number) => `SAR${grouped(minor, '')}`,
  riyals: (minor: number) => `${grouped(minor, ',')} ر.س`,
  arabicRiyals: (minor: number) => `${arabicAmount(minor)} ر.س.`,
  comma: (minor: number) => grouped(minor, '.').replace(/\.(\d\d)$/, ',$1'),
  halalas: (minor: number) => String(minor),
} as const;
const minuses = {
  before: (text: string) => `-${text}`,
  brackets: (text: string) => `(${text})`,
  behind: (text: string) => `${text}-`,
  mathematical: (text: string) => `\u2212${text}`,
  turned: (text: string) => `\u200f-${text}`,
  word: (text: string) => `${text} DR`,
} as const;
const dates = {
  iso: (iso: string) => iso,
  slashes: (iso: string) => iso.split('-').toReversed().join('/'),
  dots: (iso: string) => iso.split('-').toReversed().join('.'),
  run: (iso: string) => iso.replaceAll('-', ''),
  american: (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(0, 4)}`,
  word: (iso: string) => `${iso.slice(8)}-Nov-${iso.slice(0, 4)}`,
  short: (iso: string) => `${iso.slice(8)}/${iso.slice(5, 7)}/${iso.slice(2, 4)}`,
  arabic: (iso: string) => arabic(iso.split('-').toReversed().join('/')),
} as const;
const nameIn = <T extends object>(random: Random, of: T): keyof T => random.pick(Object.keys(of)) as keyof T;

export function spellingOf(random: Random): Spelling {
  const [amount, minus, date] = [nameIn(random, amounts), nameIn(random, minuses), nameIn(random, dates)];
  const [is1904, isUtc] = [random.oneIn(4), random.oneIn(8)];
  const dateKind = random.pick(['serial', 'text', 'mixed'] as const);
  const amountKind = random.pick(['number', 'number', 'text'] as const);
  const hasNumbers = random.oneIn(3);
  const clockMs = isUtc ? 0 : riyadhMs;
  const money = (minor: number): string =>
    minor < 0 ? minuses[minus](amounts[amount](-minor)) : amounts[amount](minor);
  const textOf = (cell: FormCell): string => {
    if (cell.kind === 'amount') return money(cell.minor);
    if (cell.kind === 'rate') return String(cell.percent).replace('.', amount === 'comma' ? ',' : '.');
    if (cell.kind !== 'date') return cell.text;
    const iso = new Date(cell.atMs + clockMs).toISOString();
    return dates[date](iso.slice(0, 10)) + (cell.hasTime ? ` ${iso.slice(11, 19)}` : '');
  };
  const cellOf = (cell: FormCell): CellObject => {
    const asText: CellObject = { t: 's', v: textOf(cell) };
    if (cell.kind === 'rate') return { t: 'n', v: cell.percent };
    if (cell.kind === 'amount') {
      if (amountKind === 'text') return asText;
      return { t: 'n', v: amount === 'halalas' ? cell.minor : cell.minor / 100, z: '#,##0.00' };
    }
    if (cell.kind === 'key' && hasNumbers && /^[1-9]\d*$/.test(cell.text))
      return { t: 'n', v: Number(cell.text), z: '0' };
    if (cell.kind !== 'date' || dateKind === 'text' || (dateKind === 'mixed' && random.oneIn(2)))
      return asText;
    const serial = (cell.atMs + clockMs) / 86_400_000 + 25_569 - (is1904 ? 1_462 : 0);
    return cell.hasTime
      ? { t: 'n', v: serial, z: 'dd/mm/yyyy hh:mm:ss' }
      : { t: 'n', v: Math.floor(serial), z: 'dd/mm/yyyy' };
  };
  const manner = { amount, minus, date, is1904, isUtc, dateKind, amountKind, hasNumbers };
  const is1256 = !/arabic|narrow|mathematical/i.test(`${amount} ${minus} ${date}`);
  return { manner, textOf, cellOf, is1904, is1256 };
}
