import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, addWorkingDays, type ClosedSpan, workingDaysAfter } from '@mizan/contract/business-day.ts';
import { decimalText } from '@mizan/contract/money.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { selectJoinedAt } from '../../server/demo/demo-bank-file.queries.ts';
import { demoFileOf } from '../../server/demo/demo-judged-file.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import { type Database, inPlatform } from '../../server/platform/database/database.ts';
import { type WrittenFile, writeBankFile } from '../bank-files/bank-file.ts';
import {
  type Month,
  type MonthFile,
  type MonthPayment,
  planMonth,
  planted,
  type Situation,
} from '../bank-files/month-plan.ts';
import { isFileThere, selectClosedDays, selectMonthOf } from './demo-payments.queries.ts';

/** What a file shows beside its situation: the one that comes before its predecessor says so. */
type Shown = Situation | 'beforeLate';
type Language = 'en' | 'ar';
interface IndexTexts {
  title: Record<Language, string>;
  howTo: Record<Language, string>;
  columns: Record<Language, string[]>;
  lost: Record<Language, string>;
  closed: Record<Language, string>;
  own: Record<Language, string>;
  situations: Record<Shown, Record<Language, string>>;
}

/** The verdicts that a file gets where all of them are uploaded today, after every due day; written down, not asked for. */
const verdicts: Partial<Record<Shown, readonly Verdict[]>> = {
  beforeLate: ['INCOMPLETE', 'BALANCED'],
  split: ['UNBALANCED', 'BALANCED'],
  wrong: ['UNBALANCED'],
  afterLost: ['INCOMPLETE'],
  schemeAbsent: ['UNBALANCED', 'BALANCED'],
  duplicate: ['UNBALANCED'],
  missing: ['UNBALANCED'],
  chargeback: ['UNBALANCED'],
  amountDiffers: ['UNBALANCED'],
  overcharged: ['UNBALANCED'],
  setsRight: ['UNBALANCED'],
  rejectedRow: ['INCOMPLETE'],
  wrongTotal: ['INCOMPLETE'],
  inParts: ['UNBALANCED', 'BALANCED'],
};
const balanced: readonly Verdict[] = ['BALANCED'];

/** The figures that sentences name. */
const figures = {
  less: decimalText(planted.lessMinor),
  fee: decimalText(planted.feeMinor),
  total: decimalText(planted.totalMinor),
  repeated: planted.repeated,
};

const monthDays = 33;
/** An Eid: so many working days on which the banks are closed, after so many days of payment. */
const eid = { workingDays: 3, after: 11 };

const jsonOf = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as T;

/**
 * Writes a month of files of a shop's two banks until `today` (excluded) into `folder`, numbered in the order in which
 * they come, with an index in both languages; answers the index.
 */
export async function writeMonth(
  db: Database,
  folder: string,
  today: string,
  merchantUuid = diyarCoffee.uuid,
): Promise<string> {
  const lastDay = addDays(today, -1);
  const payments = await selectMonthOf(db, merchantUuid, addDays(today, -monthDays), lastDay);
  const closed = await selectClosedDays(db);
  const holiday = holidayWithin(payments, closed);
  const month = planMonth(
    payments.map((payment) => dueWith(payment, closed, holiday)),
    { lastDay, holiday },
  );
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const listed: Listed[] = [];
  for (const [at, file] of month.files.entries()) {
    const written = writeBankFile(file.lines, file.form);
    await writeFile(join(folder, numbered(file, at)), written.bytes);
    listed.push({ name: numbered(file, at), file, written });
  }
  const texts = await jsonOf<IndexTexts>('month-index.json');
  const told = { listed, month, holiday, own: await ownFile(db, merchantUuid) };
  const index = `${await indexIn('en', texts, told)}\n${await indexIn('ar', texts, told)}`;
  await writeFile(join(folder, 'README.md'), index);
  return index;
}

/** The days after those of payment that an Eid has before it, until it has its working days. */
function holidayWithin(payments: readonly MonthPayment[], closed: readonly ClosedSpan[]): ClosedSpan {
  const days = [...new Set(payments.map(({ dueDay }) => dueDay))].sort();
  const from = addDays(days[eid.after - 1] ?? '', 1);
  return { from, to: addWorkingDays(addDays(from, -1), eid.workingDays, closed) };
}

/** A payment as it is due once the banks are closed in one more span. */
const dueWith = (
  payment: MonthPayment,
  closed: readonly ClosedSpan[],
  holiday: ClosedSpan,
): MonthPayment => ({
  ...payment,
  dueDay: addWorkingDays(payment.businessDay, workingDaysAfter(payment.businessDay, payment.dueDay, closed), [
    ...closed,
    holiday,
  ]),
});

interface Listed {
  name: string;
  file: MonthFile;
  written: WrittenFile;
}

interface Told {
  listed: readonly Listed[];
  month: Month;
  holiday: ClosedSpan;
  own: string | null;
}

/** The name of the file that the first start had judged, as long as it stands; null without one. */
async function ownFile(db: Database, merchantUuid: string): Promise<string | null> {
  const joinedAt = await inPlatform(db, (tx) => selectJoinedAt(tx, merchantUuid));
  const fileName = joinedAt && demoFileOf(joinedAt).fileName;
  return fileName && (await isFileThere(db, merchantUuid, fileName)) ? fileName : null;
}

const numbered = ({ name }: MonthFile, at: number): string => `${String(at + 1).padStart(2, '0')}-${name}`;

async function indexIn(
  language: Language,
  texts: IndexTexts,
  { listed, month, holiday, own }: Told,
): Promise<string> {
  const words = await jsonOf<{ word: { verdict: Record<Verdict, string> } }>(
    `../../locales/${language}/facts.json`,
  );
  const late = month.files.find(({ situation }) => situation === 'late');
  const rows = listed.map(({ name, file, written }) => {
    const shown = showsOf(file, late);
    const said = (verdicts[shown] ?? balanced).map((verdict) => words.word.verdict[verdict]);
    const [first, second] = (file.inParts?.lines ?? []).map(written.lineNumber);
    return [
      name,
      file.arrivesOn,
      said.join(language === 'en' ? ', ' : '، '),
      filled(texts.situations[shown][language], { ...figures, first, second }),
    ];
  });
  const gone = month.lost.map(({ bank, day }) => [`${day}-${bank}.csv`, '–', '–', texts.lost[language]]);
  const table = [texts.columns[language], ['---', '---', '---', '---'], ...rows, ...gone];
  const lines = table.map((cells) => `| ${cells.join(' | ')} |`);
  const closed = filled(texts.closed[language], holiday);
  const undone = own === null ? [] : [filled(texts.own[language], { fileName: own }), ''];
  return [
    `# ${texts.title[language]}`,
    '',
    closed,
    '',
    ...undone,
    texts.howTo[language],
    '',
    ...lines,
    '',
  ].join('\n');
}

/** A text with its places (`{name}`) filled. */
const filled = (text: string, values: object): string =>
  Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, String(value)), text);

/** The file of the day after a late one, of the same bank, stands before it in the list. */
const showsOf = (file: MonthFile, late: MonthFile | undefined): Shown => {
  const isBefore =
    late?.bank === file.bank &&
    file.situation === 'normal' &&
    late.name < file.name &&
    file.arrivesOn < late.arrivesOn;
  return isBefore ? 'beforeLate' : file.situation;
};
