import { riyadhDay } from '@mizan/contract/business-day.ts';
import {
  type Proof,
  type ProofCause,
  type ProofCauseSum,
  type ProofFigures,
  type ProofGap,
  type ProofLevel,
  type ProofListed,
  type ProofRow,
  proofLevels,
} from '@mizan/contract/proof.ts';
import { proofSays, proofUnknown } from '@mizan/contract/proof-says.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import type { ExportColumn, ExportRow } from '../../platform/exports/export-sheet.ts';
import { isolated, plainText } from '../../platform/exports/safe-text.ts';
import type { Words } from '../../platform/words.ts';
import { schemeKeys } from '../settlement/settlement-words.ts';

/** The columns of the proof as a file in their order, and how wide each is beside the others. */
export const columns = {
  of: { kind: 'text', letters: 14 },
  level: { kind: 'text', letters: 17 },
  cause: { kind: 'text', letters: 19 },
  count: { kind: 'text', letters: 6 },
  sum: { kind: 'amount', letters: 13 },
  // Apart from the sums, so that a spreadsheet can add up the rows of a cause.
  amount: { kind: 'amount', letters: 12 },
  day: { kind: 'day', letters: 11 },
  payment: { kind: 'text', letters: 8 },
  terminal: { kind: 'text', letters: 10 },
  card: { kind: 'text', letters: 11 },
  rrn: { kind: 'text', letters: 13 },
  approval: { kind: 'text', letters: 8 },
  source: { kind: 'text', letters: 20 },
  remark: { kind: 'text', letters: 17 },
} as const satisfies Record<string, Omit<ExportColumn, 'name'>>;
type ColumnName = keyof typeof columns;
const columnNames = Object.keys(columns) as ColumnName[];

export const rowOf = (cells: Partial<Record<ColumnName, string | number | null>>): ExportRow =>
  columnNames.map((name) => cells[name] ?? null);

type Named = Pick<ProofRow, 'key' | 'nameEn' | 'nameAr'>;
const nameOf = ({ nameEn, nameAr }: Omit<Named, 'key'>, { language }: Words): string =>
  plainText({ en: nameEn, ar: nameAr }[language]);

/** A branch or a bank; lines of no terminal that is known have neither. */
function placeName(row: Named, words: Words): string {
  const name = nameOf(row, words);
  if (name !== '') return name;
  if (row.key.startsWith('k-1')) return words.text('proof:row.severalBanks');
  return words.text(row.key.startsWith('k') ? 'proof:row.noBank' : 'proof:row.noBranch');
}

const bankName = (id: string, { banks }: Proof, words: Words): string => {
  const bank = banks.find((each) => each.id === id);
  return bank && id !== unknownBank ? nameOf(bank, words) : words.text('proof:row.noBank');
};

/** What a row is called: its terminal where it is one, in front of its branch. */
export function rowName(row: ProofRow, by: 'branch' | 'bank' | 'terminal', words: Words): string {
  const place = placeName(row, words);
  return by === 'terminal' ? `${row.tid ?? words.text('proof:row.noTerminal')}${words.apart}${place}` : place;
}

const levelNames = [
  ['host', 'proof:column.host'],
  ['terminals', 'proof:column.terminals'],
  ['transactions', 'proof:column.transactions'],
  ['lines', 'proof:column.lines'],
  ['deposit', 'proof:column.deposit'],
] as const;

const causeRow = (of: string, level: ProofLevel, cause: ProofCauseSum, { text, number }: Words): ExportRow =>
  rowOf({
    of,
    level: text(`proof:between.${level}`),
    cause: text(`proof:cause.${cause.cause}`),
    count: number(cause.count),
    sum: cause.amountMinor,
    remark: text(`exports:proof.tone.${cause.tone}`),
  });

const gapRows = (of: string, level: ProofLevel, gap: ProofGap | null, words: Words): ExportRow[] =>
  gap === null
    ? []
    : [
        rowOf({
          of,
          level: words.text(`proof:between.${level}`),
          cause: words.text('exports:proof.difference'),
          sum: gap.differenceMinor,
        }),
        ...gap.causes.map((cause) => causeRow(of, level, cause, words)),
      ];

/** The levels of a row, each gap between them, and its causes with number and sum. */
export function figureRows(of: string, figures: ProofFigures, words: Words): ExportRow[] {
  const levels = levelNames.flatMap(([level, key]) => {
    const found: { amountMinor: number; count?: number } | null = figures[level];
    if (found === null) return [];
    const count = found.count === undefined ? null : words.number(found.count);
    return [rowOf({ of, level: words.text(key), count, sum: found.amountMinor })];
  });
  const together = rowOf({
    of,
    level: words.text('proof:column.deposit'),
    remark: words.text('proof:row.together'),
  });
  return [
    ...levels,
    ...(figures.isPaidTogether ? [together] : []),
    ...proofLevels.flatMap((level) => gapRows(of, level, figures.gaps[level], words)),
  ];
}

const sourceOf = (row: ProofListed, proof: Proof, { text, number, ...words }: Words): string | null => {
  if (row.fileName !== null) {
    const line = row.line === null ? '' : `, ${text('proof:open.line', { line: row.line })}`;
    return plainText(row.fileName) + line;
  }
  if (row.kind === 'reconciliation') return text('proof:open.reconciliation');
  if (row.kind !== 'settlement') return null;
  return `${text('proof:open.settlement')}: ${bankName(row.bankId ?? unknownBank, proof, { text, number, ...words })}`;
};

/** Who said so, who agreed, and on which day. */
function decidedText(row: ProofListed, words: Words): string | null {
  if (row.decidedBy === null || row.decidedAt === null) return null;
  const names = [row.decidedBy, row.approvedBy].filter((name) => name !== null).map(plainText);
  return [...names, words.day(riyadhDay(new Date(row.decidedAt)))].join(words.apart);
}

/** Of which cause rows are, and between which levels. */
export interface CauseAt {
  level: ProofLevel;
  cause: ProofCause;
}

export const listedRow = (
  row: ProofListed,
  { level, cause }: CauseAt,
  proof: Proof,
  words: Words,
): ExportRow =>
  rowOf({
    level: words.text(`proof:between.${level}`),
    cause: words.text(`proof:cause.${cause}`),
    amount: row.amountMinor,
    day: row.day ?? (row.at === null ? null : riyadhDay(new Date(row.at))),
    payment: row.transactionId,
    terminal: row.tid,
    card: [row.scheme && words.text(`transactions:scheme.${schemeKeys[row.scheme]}`), row.lastFour]
      .filter((part) => part !== null)
      .join(' '),
    rrn: row.rrn,
    approval: row.approvalCode,
    source: sourceOf(row, proof, words),
    remark: decidedText(row, words),
  });

/** What of a cause stands in none of the rows above: too many for the file, or another amount since the sums were made. */
export const restRow = (
  { level, cause }: CauseAt,
  rest: { amountMinor: number; count: number | null; isLeftOut: boolean; format: 'xlsx' | 'pdf' },
  { text, number }: Words,
): ExportRow =>
  rowOf({
    level: text(`proof:between.${level}`),
    cause: text(`proof:cause.${cause}`),
    count: rest.count === null ? null : number(rest.count),
    amount: rest.amountMinor,
    remark: text(
      `exports:proof.${!rest.isLeftOut ? 'changed' : rest.format === 'pdf' ? 'inWorkbook' : 'leftOut'}`,
    ),
  });

/** Days and filters by name, and what the whole says, line by line. */
export function factsOf(
  proof: Proof,
  asked: { branchId?: string | undefined; bankId?: string | undefined },
  words: Words,
): string[] {
  const { text, day } = words;
  const branch = proof.branches.find(({ id }) => id === asked.branchId);
  const bank = asked.bankId === undefined ? text('proof:all.bank') : bankName(asked.bankId, proof, words);
  const { mostly, currency } = proof;
  const unit = text(`units:currency.${currency}`);
  const place = mostly && {
    tid: isolated(mostly.tid),
    name: isolated(placeName(mostly, words)),
    payments: text('units:transaction', { count: mostly.count }),
    amount: `${words.amount(mostly.amountMinor)} ${unit}`,
  };
  return [
    text('exports:proof.days', { from: day(proof.from), to: day(proof.to) }),
    [isolated(branch ? nameOf(branch, words) : text('proof:all.branch')), isolated(bank), unit].join(
      words.apart,
    ),
    text(`proof:says.${proofSays(proof)}`),
    ...(place ? [text('proof:mostly', place)] : []),
    ...proof.doubts.map(({ level, doubt }) =>
      text(`proof:doubt.${doubt}`, { level: text(`proof:between.${level}`) }),
    ),
    ...proofUnknown(proof).map((why) => text(`proof:unknown.${why}`)),
  ];
}
