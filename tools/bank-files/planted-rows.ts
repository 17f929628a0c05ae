import { amountText, dateText, type Manner, moneyText } from './manner.ts';
import { columnsOf, type MannerColumn } from './mannered-columns.ts';
import { quotesTogether } from './quoted-rows.ts';
import type { Random } from './random.ts';
import { netMinor, type SettlementLine } from './settlement-line.ts';

/** A row of the file: a line, or what is to be listed as not counted, with the answer for it. */
export interface PlantedRow {
  cells: string[];
  line?: SettlementLine;
  kind?: 'title' | 'headings' | 'total' | 'foot' | 'recordHeader' | 'blank';
  /** What a total is to be found to be: it agrees with what it closes, it does not, or nothing can be compared. */
  agrees?: boolean | null;
}

export const rowPlants = [
  'headingsInCapitals',
  'headingsInTheMiddle',
  'pageFoot',
  'blankRow',
  'titleAbove',
  'recordHeader',
  'wrongTotal',
  'titleAmount',
  'footAmount',
  'unreadColumn',
] as const;
export type RowPlant = (typeof rowPlants)[number];

interface RowWork {
  manner: Manner;
  random: Random;
  columns: MannerColumn[];
  wanted: readonly RowPlant[];
  /** Lines that nobody can read: their money is in the bank's totals and in nobody's sum. */
  rejected: ReadonlySet<SettlementLine>;
  /** Lines of which the net is not known in the currency of the gross. */
  netless: ReadonlySet<SettlementLine>;
}

/** Puts the lines into rows with all that stands between them. The first row is the first of the file. */
export function rowsOf(
  lines: readonly SettlementLine[],
  work: Omit<RowWork, 'columns'>,
): { rows: PlantedRow[]; headerLine: number; amountAt: number } {
  const columns = [...columnsOf(work.manner), ...unreadColumn(work), ...keptColumn(work, lines)];
  const own: RowWork = { ...work, columns };
  const body = bodyOf(own, lines);
  const between = work.wanted.flatMap((plant) => rowOfPlant(own, plant));
  for (const row of between) {
    const at = 1 + work.random.whole(0, Math.max(0, body.length - 1));
    // What closes lines stays right behind them: a row between two totals would say that there was something.
    const place = body.findIndex((one, index) => index >= at && one.line !== undefined);
    body.splice(place < 0 ? 1 : place, 0, row);
  }
  const title = (text: string, more: Partial<PlantedRow> = {}): PlantedRow => ({
    cells: [text],
    kind: 'title',
    ...more,
  });
  const titles = [
    ...(work.wanted.includes('titleAbove')
      ? [title('Najd Bank'), title('Settlement report 12/11/2026')]
      : []),
    ...(work.wanted.includes('titleAmount') ? [title('Chargeback deducted SAR 500', { agrees: null })] : []),
  ];
  const amountAt = columns.findIndex(({ field }) => field === 'amount' || field === 'debit');
  return {
    rows: [...titles, { cells: headings(own) }, ...quotesTogether(body)],
    headerLine: titles.length + 1,
    amountAt: amountAt + (work.manner.first === 'marker' ? 1 : 0),
  };
}

/** A column of amounts that nobody said anything of. */
const unreadColumn = ({ manner, wanted }: Pick<RowWork, 'manner' | 'wanted'>): MannerColumn[] =>
  wanted.includes('unreadColumn')
    ? [{ field: 'otherCharges', title: 'Other Charges', cell: () => amountText(manner, 525) }]
    : [];

/** What was taken of some lines stands in a column of its own. */
const keptColumn = ({ manner }: Pick<RowWork, 'manner'>, lines: readonly SettlementLine[]): MannerColumn[] =>
  lines.some(({ keptMinor }) => keptMinor)
    ? [
        {
          field: 'kept',
          title: 'Rolling Reserve',
          cell: ({ keptMinor = 0 }) => amountText(manner, keptMinor),
        },
      ]
    : [];

/** Whether the file has a column that is to be asked about. */
export const hasUnreadColumn = (
  manner: Manner,
  wanted: readonly RowPlant[],
  lines: readonly SettlementLine[],
): boolean => [...unreadColumn({ manner, wanted }), ...keptColumn({ manner }, lines)].length > 0;

/** The headings; Spanish ones end in cells without a name, and a marked file begins them with its mark. */
function headings({ manner, columns }: RowWork): string[] {
  const titles = columns.map(({ title }) => title);
  const trailing = manner.titles === 'spanish' ? ['', '', '', ''] : [];
  return [...(manner.first === 'marker' ? ['H'] : []), ...titles, ...trailing];
}

const marked = ({ manner }: RowWork, mark: string, cells: string[]): string[] =>
  manner.first === 'marker' ? [mark, ...cells] : cells;

function rowOfPlant(work: RowWork, plant: RowPlant): PlantedRow[] {
  switch (plant) {
    case 'headingsInCapitals':
      return [{ cells: headings(work).map((title) => title.toUpperCase()), kind: 'headings' }];
    case 'headingsInTheMiddle':
      return [{ cells: headings(work), kind: 'headings' }];
    case 'pageFoot':
      return [{ cells: ['Page 2 of 3'], kind: 'foot' }];
    case 'blankRow':
      return [{ cells: work.columns.map(() => ''), kind: 'blank' }];
    case 'recordHeader':
      return work.manner.first === 'marker'
        ? [{ cells: ['H', 'Najd Bank', '20261112'], kind: 'recordHeader' }]
        : [];
    case 'footAmount':
      return [{ cells: ['Less terminal rent SAR 345'], kind: 'foot', agrees: null }];
    case 'titleAbove':
    case 'titleAmount':
    case 'unreadColumn':
    case 'wrongTotal':
      return [];
  }
}

/** The lines in their order, with the totals and payouts that the manner has. */
function bodyOf(work: RowWork, lines: readonly SettlementLine[]): PlantedRow[] {
  const { manner, random } = work;
  let count = 0;
  const lineRow = (line: SettlementLine): PlantedRow => {
    const at = count++;
    return {
      line,
      cells: marked(
        work,
        'DT',
        work.columns.map(({ cell }) => cell(line, at)),
      ),
    };
  };
  if (manner.totals === 'none' || manner.totals === 'payouts') return random.shuffled(lines).map(lineRow);
  if (manner.totals === 'grand') {
    const rows = random.shuffled(lines).map(lineRow);
    return [...rows, totalRow(work, 'Grand Total', lines, work.wanted.includes('wrongTotal'))];
  }
  const byBranch = groups(lines, ({ tid }) => (Number(tid) % 2 === 0 ? 'Olaya' : 'Malqa'));
  let isWrong = work.wanted.includes('wrongTotal');
  const total = (label: string, closed: readonly SettlementLine[]): PlantedRow => {
    const row = totalRow(work, label, closed, isWrong);
    isWrong = false;
    return row;
  };
  const rows = byBranch.flatMap((ofBranch) => [
    ...groups(ofBranch, ({ tid }) => tid).flatMap((ofTerminal) => [
      ...random.shuffled(ofTerminal).map(lineRow),
      total('Terminal Total', ofTerminal),
    ]),
    total('Branch Total', ofBranch),
  ]);
  return [...rows, total('Grand Total', lines)];
}

function groups<T>(all: readonly T[], nameOf: (one: T) => string): T[][] {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const name = nameOf(one);
    found.set(name, [...(found.get(name) ?? []), one]);
  }
  return [...found.values()];
}

const wrongByMinor = 700;
const sumOf = (lines: readonly SettlementLine[], of: (line: SettlementLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);

/** Whether what a total says is what the lines come to that can be read: with their signs, or as they are printed without them. */
function isSumOf(
  { manner, rejected, netless }: RowWork,
  lines: readonly SettlementLine[],
  grossMinor: number,
) {
  const read = lines.filter((line) => !rejected.has(line));
  const printed = manner.signs === 'word' ? Math.abs : (minor: number): number => minor;
  const grosses = [read, read.map((line) => ({ ...line, grossMinor: printed(line.grossMinor) }))];
  if (!grosses.some((each) => sumOf(each, (line) => line.grossMinor) === grossMinor)) return false;
  const lost = lines.filter((line) => rejected.has(line));
  const saysFees = manner.fees !== 'none' && lines.every((line) => !netless.has(line));
  return !saysFees || sumOf(lost, ({ feeMinor, vatMinor }) => feeMinor + vatMinor) === 0;
}

/** What a bank prints under the lines that it closes, and what is to be found of it. */
function totalRow(
  work: RowWork,
  label: string,
  lines: readonly SettlementLine[],
  isWrong: boolean,
): PlantedRow {
  const { manner, columns } = work;
  const currencies = new Set(
    lines.filter((line) => !work.rejected.has(line)).map(({ currency }) => currency),
  );
  const [only = 'SAR'] = currencies;
  const gross = sumOf(lines, ({ grossMinor }) => grossMinor) + (isWrong ? wrongByMinor : 0);
  const positive = sumOf(lines, ({ grossMinor }) => Math.max(0, grossMinor)) + (isWrong ? wrongByMinor : 0);
  const negative = sumOf(lines, ({ grossMinor }) => Math.max(0, -grossMinor));
  const isWholeNet = lines.every((line) => !work.netless.has(line));
  const amounts: Readonly<Record<string, number>> = {
    amount: gross,
    credit: positive,
    debit: negative,
    ...(isWholeNet && {
      fee: sumOf(lines, ({ feeMinor }) => feeMinor),
      vat: sumOf(lines, ({ vatMinor }) => vatMinor),
      totalFee: sumOf(lines, ({ feeMinor, vatMinor }) => feeMinor + vatMinor),
      net: sumOf(lines, netMinor) + (isWrong ? wrongByMinor : 0),
    }),
  };
  const labelAt = columns.findIndex(({ field }) => field === 'rrn');
  const cells = columns.map(({ field }, index) => {
    if (index === labelAt) return label;
    const minor = amounts[field];
    if (minor !== undefined)
      return currencies.size === 1 ? moneyText(manner, minor, only) : amountText(manner, minor);
    const isDated = manner.totals === 'datedLevels' && (field === 'date' || field === 'postingDate');
    return isDated ? dateText(manner, Date.parse('2026-11-12T12:00:00+03:00')).day : '';
  });
  const agrees = currencies.size > 1 ? null : isSumOf(work, lines, gross);
  return { cells: marked(work, 'T', cells), kind: 'total', agrees };
}
