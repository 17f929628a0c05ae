import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays } from '@mizan/contract/business-day.ts';
import type { Verdict } from '@mizan/contract/verdicts.ts';
import { diyarCoffee } from '../../server/demo/demo-merchants.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { writeBankFile } from '../bank-files/bank-file.ts';
import { type Month, type MonthFile, planMonth, type Situation } from '../bank-files/month-plan.ts';
import { selectMonthOf } from './demo-payments.queries.ts';

/** What a file shows beside its situation: the one that comes before its predecessor says so. */
type Shown = Situation | 'beforeLate';
type Language = 'en' | 'ar';
interface IndexTexts {
  title: Record<Language, string>;
  howTo: Record<Language, string>;
  columns: Record<Language, string[]>;
  lost: Record<Language, string>;
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
  rejectedRow: ['INCOMPLETE'],
  wrongTotal: ['INCOMPLETE'],
};
const balanced: readonly Verdict[] = ['BALANCED'];

const monthDays = 33;

const jsonOf = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(join(import.meta.dirname, path), 'utf8')) as T;

/**
 * Writes a month of files of the demo's two banks until `today` (excluded) into `folder`, numbered in the order in which
 * they come, with an index in both languages; answers the index.
 */
export async function writeMonth(db: Database, folder: string, today: string): Promise<string> {
  const lastDay = addDays(today, -1);
  const payments = await selectMonthOf(db, diyarCoffee.uuid, addDays(today, -monthDays), lastDay);
  const month = planMonth(payments, { lastDay, holiday: null });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [at, file] of month.files.entries())
    await writeFile(join(folder, numbered(file, at)), writeBankFile(file.lines, file.form).bytes);
  const texts = await jsonOf<IndexTexts>('month-index.json');
  const index = `${await indexIn('en', texts, month)}\n${await indexIn('ar', texts, month)}`;
  await writeFile(join(folder, 'README.md'), index);
  return index;
}

const numbered = ({ name }: MonthFile, at: number): string => `${String(at + 1).padStart(2, '0')}-${name}`;

async function indexIn(language: Language, texts: IndexTexts, { files, lost }: Month): Promise<string> {
  const words = await jsonOf<{ word: { verdict: Record<Verdict, string> } }>(
    `../../locales/${language}/facts.json`,
  );
  const late = files.find(({ situation }) => situation === 'late');
  const rows = files.map((file, at) => {
    const shown = showsOf(file, late);
    const said = (verdicts[shown] ?? balanced).map((verdict) => words.word.verdict[verdict]);
    return [
      numbered(file, at),
      file.arrivesOn,
      said.join(language === 'en' ? ', ' : '، '),
      texts.situations[shown][language],
    ];
  });
  const gone = lost.map(({ bank, day }) => [`${day}-${bank}.csv`, '–', '–', texts.lost[language]]);
  const table = [texts.columns[language], ['---', '---', '---', '---'], ...rows, ...gone];
  const lines = table.map((cells) => `| ${cells.join(' | ')} |`);
  return [`# ${texts.title[language]}`, '', texts.howTo[language], '', ...lines, ''].join('\n');
}

/** The file of the day after a late one, of the same bank, stands before it in the list. */
const showsOf = (file: MonthFile, late: MonthFile | undefined): Shown => {
  const isBefore =
    late?.bank === file.bank &&
    file.situation === 'normal' &&
    late.name < file.name &&
    file.arrivesOn < late.arrivesOn;
  return isBefore ? 'beforeLate' : file.situation;
};
