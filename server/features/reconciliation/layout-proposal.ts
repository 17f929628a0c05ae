import { randomUUID } from 'node:crypto';
import type { FilePart } from '@mizan/contract/bank-file-part.ts';
import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { type AskedWord, answerOf, type SaidWords } from '@mizan/contract/bank-file-words.ts';
import type { ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { type TableForm } from '@mizan/contract/table-form.ts';
import { type Reading, readSo } from '../../reconciliation/evidence/reading.ts';
import type { InspectedFile, Inspection } from '../../reconciliation/inspect-bank-file.ts';
import type { Layout } from '../../reconciliation/read/columns.ts';
import { isPlaceKey } from '../../reconciliation/read/headless.ts';
import { sheetsOf } from '../../reconciliation/read/told-table.ts';
import type { ProposedPart } from './bank-file-parts.ts';
import { lineNotesOf } from './line-notes.ts';

/** Values shown below a column's name. */
const samplesMax = 3;

/** A proposal as it is kept: beside what a person is shown, what their answers are applied to. */
export interface KeptProposal extends LayoutProposal {
  /** The columns as they were found, and the values as they seem to be written. */
  found: Layout;
  /** The zone that 'named' stands for. */
  zone: string | null;
  /** The name of the bank as it was tried: files of no part are told by it. */
  triedName: string;
  /** Whether its payments are of more than one bank. Files of before do not say so. */
  isOfSeveralBanks?: boolean;
  /** What `whole` was worked out by: by the same its lines are read again. Files of before do not say so. */
  readBy?: ReadBy | null;
}

/** `part`: what somebody said; null where it was proposed. `atMs`: no line may be dated after that instant. */
export interface ReadBy {
  layout: Layout;
  part: FilePart | null;
  bankName: string;
  atMs: number;
}

type Around = ProposedPart & Pick<LayoutProposal, 'bank' | 'bankName' | 'otherCurrency'>;

/** What was found in a file and tried against the payments, as a person is asked to confirm it. */
export function proposalOf(
  inspected: Inspection,
  around: Around,
  { part, atMs }: Pick<ReadBy, 'part' | 'atMs'>,
): KeptProposal {
  const { mapping, preview, trial, changes, whole } = inspected;
  const { kind, encoding, delimiter, sheet, sheets } = inspected.facts;
  return {
    headerLine: mapping.headerLine,
    table: {
      kind,
      encoding,
      delimiter,
      sheet,
      sheets: sheetsOf(sheets),
      namesLine: mapping.keys.every(isPlaceKey) ? 0 : mapping.headerLine,
      rows: inspected.rows,
      said: inspected.layout.table ?? {},
      isEncodingGuessed: inspected.isEncodingGuessed,
    },
    columns: mapping.titles.map((title, index) => ({
      key: mapping.keys[index] ?? '',
      title,
      field: mapping.fields[index] ?? null,
      isByValues: inspected.byValues.includes(index),
      samples: preview
        .map(({ cells }) => cells[index] ?? '')
        .filter((sample) => sample !== '')
        .slice(0, samplesMax),
    })),
    missing: mapping.missing,
    questions: (trial?.questions ?? []).map(({ decided: _decided, ...tried }) => ({
      ...tried,
      changed: changes[tried.question] ?? null,
    })),
    rowsTried: trial?.rowsTried ?? 0,
    ...around,
    isRemembered: inspected.isRemembered,
    words: whole?.words ?? [],
    chosen: {},
    triedName: around.bankName,
    isOfSeveralBanks: (whole?.bankIds.length ?? 0) > 1,
    whole: whole && wholeOf(whole),
    reading: whole && randomUUID(),
    readBy: whole && { layout: whole.layout, part, bankName: around.bankName, atMs },
    found: inspected.layout,
    zone: trial?.zone ?? null,
  };
}

function wholeOf({
  lines,
  rejected,
  rejections,
  rowCount,
  notCounted,
  sides,
  covers,
  atBest,
}: InspectedFile): LayoutProposal['whole'] {
  const notes = lineNotesOf({ rejections, warnings: [], notCounted }).map(({ kind: _kind, ...note }) => note);
  return {
    lines,
    rejected,
    notes,
    sides,
    atBest,
    rows: { count: rowCount, notCounted: notCounted.counts },
    covers: covers && {
      from: covers.fromMs === null ? null : new Date(covers.fromMs).toISOString(),
      to: new Date(covers.toMs).toISOString(),
    },
  };
}

/** What was confirmed in a layout, by its questions. */
export const readingsOf = ({ readings }: Layout): ChosenReadings =>
  Object.fromEntries(Object.entries(readings ?? {}).map(([question, { way }]) => [question, way]));

/** Whether the table is told as it was tried; where nothing is said of it, it is. */
export const isToldAs = ({ found }: KeptProposal, said: TableForm | undefined): boolean => {
  const { encoding, delimiter, sheet, namesLine } = found?.table ?? {};
  return (
    said === undefined ||
    (said.encoding === encoding &&
      said.delimiter === delimiter &&
      said.sheet === sheet &&
      said.namesLine === namesLine)
  );
};

/** Whether the columns are those that the questions were tried with. */
export const areAsFound = (
  proposal: KeptProposal,
  columns: readonly { key: string; field: string | null }[],
): boolean =>
  // One of before readings were tried says nothing of how its columns are read.
  proposal.found !== undefined &&
  columns.length === proposal.columns.length &&
  columns.every(({ key, field }, index) => {
    const found = proposal.columns[index];
    return found?.key === key && found.field === field;
  });

/** The questions that nothing decides and that nobody has answered. */
export const openQuestions = ({ questions }: LayoutProposal, chosen: ChosenReadings): ReadingQuestion[] =>
  questions.filter(({ question, way }) => (chosen[question] ?? way) === null).map(({ question }) => question);

/**
 * The layout that a person confirmed: the columns as they were found, read as was chosen, else as proposed. It keeps what
 * spoke for each reading, so that a later file can be held against it.
 */
export function chosenLayout(
  proposal: KeptProposal,
  chosen: ChosenReadings,
  words: SaidWords | undefined,
): Layout {
  const { sheet, table, fields: _fields, readings: _readings, ...formats } = proposal.found;
  let reading: Reading = {
    fields: proposal.columns.map(({ field }) => field),
    formats: { dateOrder: 'dayFirst', decimalComma: false, utc: false, ...formats },
  };
  const readings: NonNullable<Layout['readings']> = {};
  for (const { question, way: proposed, ways, tried } of proposal.questions) {
    const way: ReadingWay | null = chosen[question] ?? proposed;
    if (way === null) continue;
    reading = readSo(reading, question, way, proposal.zone ?? undefined);
    readings[question] = { way, tried, finds: ways.find((each) => each.way === way)?.finds ?? 0 };
  }
  const fields = Object.fromEntries(
    proposal.columns.map(({ key }, index) => [key, reading.fields[index] ?? null]),
  );
  const said = wordsWith(proposal.found.words, words);
  return { fields, ...reading.formats, words: said, readings, sheet, table };
}

/** What was answered of words before, and now. */
export const wordsWith = (before: SaidWords | undefined, now: SaidWords | undefined): SaidWords => ({
  status: { ...before?.status, ...now?.status },
  type: { ...before?.type, ...now?.type },
  remark: { ...before?.remark, ...now?.remark },
  sheet: { ...before?.sheet, ...now?.sheet },
  sameSheet: { ...before?.sameSheet, ...now?.sameSheet },
  column: { ...before?.column, ...now?.column },
});

/** The words of a proposal as they were answered. */
export const answeredWords = ({ words = [] }: LayoutProposal, said: SaidWords | undefined): AskedWord[] =>
  words.map((word) => ({ ...word, answer: answerOf(said ?? {}, word) ?? word.answer }));

/** Columns that a person chose by hand, to be tried before anything is judged. */
export const layoutToTry = (
  found: Layout | undefined,
  columns: readonly { key: string; field: Layout['fields'][string] }[],
): Layout => ({
  ...found,
  fields: Object.fromEntries(columns.map(({ key, field }) => [key, field])),
  readings: undefined,
});

/** A reading that is tried again keeps what was asked about it: that its files were confirmed before, and what changed. */
export function triedAgain(tried: KeptProposal, before: KeptProposal, chosen: ChosenReadings): KeptProposal {
  const isSame = areAsFound(before, tried.columns);
  return {
    ...tried,
    isRemembered: before.isRemembered,
    chosen: isSame ? chosen : {},
    questions: tried.questions.map((question) => ({
      ...question,
      changed:
        (isSame && before.questions.find((each) => each.question === question.question)?.changed) || null,
    })),
  };
}
