/**
 * The index of the month that `npm run demo:bank-files` writes, held against what the files come to: each of them is
 * uploaded as it says, in a small shop of two banks, and what every sentence says stands in the verdict of its file.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@mizan/contract/business-day.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import type { Outcome } from '@mizan/contract/reconciliation-terms.ts';
import { afterAll, expect, test } from 'vitest';
import { exceptionsOf } from '../../server/features/exceptions/testing/exception-world.ts';
import { bankWorld, entriesOf } from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { planted, type Situation, situations } from '../bank-files/month-plan.ts';
import { seededRandom } from '../bank-files/random.ts';
import { openBanks, sellDay } from '../bank-files/testing/month-shop.ts';
import { writeMonth } from './demo-month.ts';
import { closeBanks, halves, type Line, linesOf, playMonth, spanOf } from './testing/play-month.ts';

const world = await bankWorld();
const { db } = world.portal;
/** As long as the index needs for each situation; the files are uploaded days later, when all that they owe is due. */
const sold = { from: '2026-10-20', to: '2026-11-15' };
const filesUntil = '2026-11-17';
const folder = await mkdtemp(join(tmpdir(), 'mizan-month-index-'));
afterAll(() => rm(folder, { recursive: true }));

/** What a verdict has beside lines that agree, and payments after what its file covers. */
interface Found {
  /** How many entries each outcome has. */
  outcomes: Partial<Record<Outcome, number>>;
  /** Kinds of what the file lacks, each once. */
  absent: string[];
  rejected: number;
}

function foundIn({ result, linesRejected }: BankFileDetail): Found {
  const outcomes = result?.outcomes.filter(({ outcome }) => !['matched', 'timing'].includes(outcome)) ?? [];
  return {
    outcomes: Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])),
    absent: [...new Set(result?.absent.map(({ kind, value }) => (kind === 'scheme' ? value : kind)))],
    rejected: linesRejected,
  };
}

const nothing: Found = { outcomes: {}, absent: [], rejected: 0 };

/**
 * What stands in the verdict of a file when it comes, and by which words its sentence says so. `beforeLate` is an ordinary
 * file that comes before the late one of the day before it.
 */
const shown: Record<Situation | 'beforeLate', [en: string, ar: string, found: Found]> = {
  normal: ['An ordinary day.', 'يوم عادي.', nothing],
  beforeLate: [
    'An ordinary day, but the file of the day before has not come yet',
    'يوم عادي، لكن ملف اليوم السابق لم يصل بعد',
    { ...nothing, absent: ['withoutFile'] },
  ],
  late: ['A file that comes a day late', 'ملف يصل متأخرًا يومًا', nothing],
  split: [
    'The first branch of a day in two files',
    'الفرع الأول من يوم مقسوم على ملفين',
    { ...nothing, outcomes: { missingInBank: expect.any(Number) as number }, absent: ['terminal'] },
  ],
  splitRest: ['The other branch of that day', 'الفرع الآخر من ذلك اليوم', nothing],
  wrong: [
    'A line has a wrong amount',
    'في سطر منه مبلغ خاطئ',
    { ...nothing, outcomes: { amountDiffers: 1 } },
  ],
  corrected: ['The corrected file of that day', 'الملف المصحح لذلك اليوم', nothing],
  overlapping: [
    `${planted.repeated} lines of the day before come again, and are already confirmed`,
    `${planted.repeated} أسطر من اليوم السابق تتكرر، وقد سبق تأكيدها`,
    { ...nothing, outcomes: { confirmedBefore: planted.repeated } },
  ],
  afterLost: [
    'The file of the day before was lost: its days are named as without a file',
    'فُقد ملف اليوم السابق: تُذكر أيامه على أنها بلا ملف',
    { ...nothing, absent: ['withoutFile'] },
  ],
  earlierDeposit: [
    'Brings the deposit for the lines of the day before',
    'فيه إيداع أسطر اليوم السابق',
    nothing,
  ],
  schemeAbsent: [
    'No line of Visa',
    'لا سطر فيه لفيزا',
    { ...nothing, outcomes: { missingInBank: expect.any(Number) as number }, absent: ['Visa'] },
  ],
  schemeComes: ['Brings the lines of Visa a day late', 'يأتي بأسطر فيزا متأخرة يومًا', nothing],
  duplicate: ['One line twice', 'سطر مكرر', { ...nothing, outcomes: { duplicate: 1 } }],
  missing: [
    'A payment whose due day has passed has no line',
    'عملية مضى موعد استحقاقها ولا سطر لها',
    { ...nothing, outcomes: { missingInBank: 1 } },
  ],
  chargeback: ['A chargeback', 'اعتراض من حامل البطاقة', { ...nothing, outcomes: { chargeback: 1 } }],
  refund: ['An ordinary day; refunds are deducted', 'يوم عادي، تُخصم فيه المبالغ المستردة', nothing],
  amountDiffers: [
    'A line of 7.00 less than was sold',
    'سطر أقل مما بيع بمقدار 7.00 ريال',
    { ...nothing, outcomes: { amountDiffers: 1 } },
  ],
  overcharged: [
    'A fee of 2.50 too much',
    'رسوم زائدة بمقدار 2.50 ريال',
    { ...nothing, outcomes: { feeDiffers: 1 } },
  ],
  setsRight: [
    'The line with the fee that was too high comes again, as agreed',
    'يأتي السطر ذو الرسوم الزائدة مرة أخرى كما اتُّفق عليه',
    { ...nothing, outcomes: { feeDiffers: 1 } },
  ],
  rejectedRow: [
    'A row that nobody can read',
    'سطر لا يمكن قراءته',
    { outcomes: { waits: 1 }, absent: ['linesOfTotal', 'rejectedLines'], rejected: 1 },
  ],
  wrongTotal: [
    'Its total is 100.00 more than its lines make',
    'مجموعه يزيد 100.00 ريال على مجموع أسطره',
    { ...nothing, absent: ['linesOfTotal'] },
  ],
  afterHoliday: ['The first day after the Eid', 'أول يوم بعد العيد', nothing],
  inParts: [
    'One sale that the bank pays in two lines',
    'عملية بيع واحدة يسددها البنك في سطرين',
    { ...nothing, outcomes: { amountDiffers: 1, missingInPortal: 1 } },
  ],
  severalLines: ['One sale in two lines under its RRN', 'عملية بيع في سطرين برقمها المرجعي نفسه', nothing],
};
const names = Object.keys(shown) as (keyof typeof shown)[];

/** The situations that the words of a line say, in one language. */
const saidBy = ({ shows }: Line, at: 0 | 1): (keyof typeof shown)[] =>
  names.filter((name) => shows.startsWith(shown[name][at]));

/** What the verdicts say by how much a line's amount, its fee and a total are too small or too large. */
async function figuresSaid(detailOf: ReadonlyMap<unknown, BankFileDetail>): Promise<Record<string, unknown>> {
  const [less] = await entriesOf(world, detailOf.get('amountDiffers')?.id ?? '', 'amountDiffers');
  const [fee] = await entriesOf(world, detailOf.get('overcharged')?.id ?? '', 'feeDiffers');
  const both = ['overcharged', 'setsRight'].map((name) => detailOf.get(name)?.id ?? '');
  const matters = await Promise.all(
    both.map((bankFileId) => exceptionsOf(world, { bankFileId, state: 'SETTLED' })),
  );
  return {
    less: Number(less?.portalMinor) - Number(less?.bankMinor),
    fee: -Number(fee?.differenceMinor),
    setRight: matters.flat().map(({ state, differenceMinor }) => `${state} ${differenceMinor}`),
    total: detailOf.get('wrongTotal')?.result?.absent[0]?.value,
  };
}

test('each sentence of the index is what its file comes to', { timeout: 120_000 }, async () => {
  const banks = await openBanks(world);
  const random = seededRandom(20_261_004);
  for (let { from: day } = sold; day <= sold.to; day = addDays(day, 1))
    await sellDay(world, banks, random, day);
  const [merchant] = await platformRows<{ uuid: string }>(
    db,
    'SELECT uuid::text FROM merchants WHERE id = $1',
    [world.merchant.merchantId],
  );
  const [english, arabic] = halves(await writeMonth(db, folder, filesUntil, merchant?.uuid ?? ''));
  const month = linesOf(english);
  const arabicLines = linesOf(arabic);
  const said = month.map((line, at) => ({
    file: line.file,
    en: saidBy(line, 0),
    ar: saidBy(arabicLines[at] as Line, 1),
  }));
  // Each line says one of them, the same in both languages; ordinary days come again, everything else once.
  expect(said.filter(({ en, ar }) => en.length !== 1 || ar[0] !== en[0] || ar.length !== 1)).toEqual([]);
  const situationOf = new Map(said.map(({ file, en: [name = 'normal'] }) => [file, name]));
  const others = [...situationOf.values()].filter((name) => name !== 'normal');
  expect(others.toSorted()).toEqual(
    [...situations.filter((name) => name !== 'normal'), 'beforeLate'].toSorted(),
  );

  await closeBanks(world, spanOf(english));
  const { told, atOnce, asked } = await playMonth(world, folder, month);
  expect(told).toEqual(month);
  const foundAll = [...atOnce].map(([file, detail]) => [file, situationOf.get(file), foundIn(detail)]);
  expect(foundAll).toEqual([...situationOf].map(([file, name]) => [file, name, shown[name][2]]));
  // A person is asked once for a layout: how its files are read, and what they hold.
  const firstOf = (bank: string): string => month.find(({ file }) => file.includes(bank))?.file ?? '';
  expect(asked).toEqual([firstOf('najd'), firstOf('tihama')]);
  expect(
    await figuresSaid(new Map([...atOnce].map(([file, detail]) => [situationOf.get(file), detail]))),
  ).toEqual({
    less: planted.lessMinor,
    fee: planted.feeMinor,
    setRight: [`SETTLED ${-planted.feeMinor}`, `SETTLED ${planted.feeMinor}`],
    total: String(planted.totalMinor),
  });
});
