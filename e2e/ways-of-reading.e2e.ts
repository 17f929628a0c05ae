import type { ChosenReadings, LayoutProposal } from '@mizan/contract/bank-file-reading.ts';
import { confirmLayout } from '@mizan/contract/reconciliation.ts';
import type { ReadingEvidence, ReadingQuestion, ReadingWay } from '@mizan/contract/reconciliation-terms.ts';
import { describe, expect, test } from 'vitest';
import { asProposed } from '../server/features/reconciliation/testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  detailOf,
  type Sold,
  sell,
  upload,
} from '../server/features/reconciliation/testing/bank-world.ts';
import { openOwner, servedBankWorld } from './testing/bank-world-window.ts';
import { browserStage, type Window } from './testing/stage.ts';
import { languages, numberFrom } from './testing/texts.ts';

/**
 * The ways in which a file can be read, as the screen before the verdict counts them, are what comes of them: judged in each
 * of the ways, as many lines are confirmed as stood beside it.
 */
const stage = browserStage();
const { world, url } = await servedBankWorld();

interface Read {
  question: ReadingQuestion;
  /** Lines that find their payment, of four; the way that is proposed first. */
  finds: readonly (readonly [ReadingWay, number])[];
  /** What is sold, one payment a line: when, in Riyadh, and for how much. */
  sold: readonly (readonly [at: string, amountMinor: number])[];
  /** The file: its columns, and what a line writes of each payment. */
  columns: string;
  lines: readonly string[];
}

const tenth = (hour: number): [string, number] => [`2026-11-10 1${hour}:05`, 1_000 * (hour + 1)];

/** Three lines of each file are written in one way, and one in another. STANs find their payment on its day alone, RRNs by its amount. */
const files: readonly Read[] = [
  {
    question: 'dateOrder',
    finds: [
      ['dayFirst', 3],
      ['monthFirst', 1],
    ],
    sold: [0, 1, 2, 3].map(tenth),
    columns: 'Terminal ID,STAN,Transaction Date,Amount',
    lines: ['10/11/2026', '10/11/2026', '10/11/2026', '11/10/2026'],
  },
  {
    question: 'amounts',
    finds: [
      ['comma', 3],
      ['point', 1],
      ['minor', 0],
    ],
    sold: [
      ['2026-11-10 10:05', 125_000],
      ['2026-11-10 11:05', 235_000],
      ['2026-11-10 12:05', 345_000],
      ['2026-11-10 13:05', 455],
    ],
    columns: 'Terminal ID,RRN,Transaction Date,Amount',
    lines: ['1.250', '2.350', '3.450', '4.550'],
  },
  {
    question: 'amounts',
    // Without a mark a comma would read what a point does: it is no way of its own.
    finds: [
      ['minor', 3],
      ['point', 1],
    ],
    sold: [
      ['2026-11-10 10:05', 5_050],
      ['2026-11-10 11:05', 6_075],
      ['2026-11-10 12:05', 7_080],
      ['2026-11-10 13:05', 409_000],
    ],
    columns: 'Terminal ID,RRN,Transaction Date,Amount',
    lines: ['5050', '6075', '7080', '4090'],
  },
  {
    question: 'day',
    finds: [
      ['date', 3],
      ['postingDate', 1],
      ['settlement', 3],
    ],
    sold: [0, 1, 2, 3].map(tenth),
    columns: 'Terminal ID,STAN,Transaction Date,Posting Date,Amount',
    lines: [
      '2026-11-10,2026-11-11',
      '2026-11-10,2026-11-11',
      '2026-11-10,2026-11-11',
      '2026-11-11,2026-11-10',
    ],
  },
  {
    question: 'clock',
    finds: [
      ['utc', 3],
      ['riyadh', 1],
    ],
    sold: [
      ['2026-11-10 00:10', 1_000],
      ['2026-11-10 00:50', 2_000],
      ['2026-11-10 01:20', 3_000],
      ['2026-11-09 22:30', 4_000],
    ],
    columns: 'Terminal ID,STAN,Transaction Date,Amount',
    lines: ['2026-11-09 21:10', '2026-11-09 21:50', '2026-11-09 22:20', '2026-11-09 22:30'],
  },
];

function textOf({ question, columns, lines }: Read, sales: readonly Sold[]): string {
  const rows = sales.map(({ tid, rrn, amountMinor }, at) => {
    const own = lines[at] ?? '';
    if (question === 'amounts') return [tid, rrn, '2026-11-10', own].join(',');
    return [tid, rrn.slice(-6), own, (amountMinor / 100).toFixed(2)].join(',');
  });
  return [columns, ...rows, ''].join('\n');
}

/** The figures of a text, in their order. */
const figuresOf = (text: string): number[] => (text.match(/[\d٠-٩]+/g) ?? []).map(numberFrom);

/** The row of a question in the table of how the file is read. */
const rowOf = ({ page, t }: Window, question: ReadingQuestion) =>
  page
    .getByRole('table', { name: t('reconciliation:reading.how.title') })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', {
        name: t(`reconciliation:reading.question.${question}`),
        exact: true,
      }),
    });

/** What stands beside each way: as many of as many lines. The way that stands comes first. */
async function shownOf(window: Window, { question, finds }: Read): Promise<unknown[]> {
  const row = rowOf(window, question);
  const way = await row.getByRole('combobox').inputValue();
  const shown: unknown[] = [[way, figuresOf(await row.locator('strong').innerText())]];
  for (const text of await row.getByRole('listitem').allInnerTexts()) {
    const plain = text.replaceAll(/[\u2066-\u2069]/g, '');
    // One way's words may begin another's, which names its column behind them.
    const named = finds
      .map(([each]) => ({ each, words: window.t(`reconciliation:reading.way.${question}.${each}`) }))
      .filter(({ words }) => plain.startsWith(words))
      .sort((one, other) => other.words.length - one.words.length);
    shown.push([named[0]?.each ?? plain, figuresOf(text.slice(text.lastIndexOf(':')))]);
  }
  return shown;
}

async function uploaded(file: Read, name: string): Promise<{ own: BankWorld; id: string; path: string }> {
  const own = await anotherMerchant(world);
  const sales = await sell(
    own,
    file.sold.map(([at, amountMinor]) => ({ at, amountMinor })),
  );
  const answer = await upload(own, textOf(file, sales), name);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  return { own, id, path: `/reconciliation?view=files&file=${id}` };
}

/** Three sales and a refund with their charges, and rent that no payment speaks about. */
async function uploadedWithCharges(name: string): Promise<{ own: BankWorld; path: string }> {
  const own = await anotherMerchant(world);
  const at = '2026-11-10 10:05';
  const sold = await sell(own, [
    ...[1, 2, 3].map((place) => ({ at, amountMinor: 10_000 * place })),
    { at, amountMinor: 4_000, type: 'REFUND' as const },
  ]);
  const money = (minor: number): string => (minor / 100).toFixed(2);
  const rows = sold.map(({ tid, rrn, amountMinor, type, feeMinor, vatMinor }) => {
    const [word, charges, sign] =
      type === 'REFUND' ? ['Refund', [0, 0], -1] : ['Purchase', [feeMinor, vatMinor], 1];
    const netMinor = sign * amountMinor - charges.reduce((sum, each) => sum + each);
    return [tid, rrn, '2026-11-10', word, ...[amountMinor, ...charges, netMinor].map(money), 'SAR'];
  });
  const columns = 'Terminal ID,RRN,Transaction Date,Type,Amount,Fee,VAT,Net Amount,Currency';
  const rent = `${sold[0]?.tid},,2026-11-10,Terminal rent,20.00,0.00,0.00,,SAR`;
  const text = [columns, ...rows.map((cells) => cells.join(',')), rent, ''].join('\n');
  const answer = await upload(own, text, name);
  const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
  await own.runner.idle();
  return { own, path: `/reconciliation?view=files&file=${id}` };
}

/** What speaks for a way, in words: of as many lines as find their payment so, by the words of the file. */
interface Told {
  evidence: ReadingEvidence | 'refunds' | 'chosen' | 'chosenAlone';
  finds?: readonly [part: number, whole: number];
  by?: string;
}

/** The questions that refunds, fees and rent put: what is proposed and why; the other way with its count, and once it is chosen. */
const ofCharges: readonly {
  question: ReadingQuestion;
  way: ReadingWay;
  told: Told;
  other: { way: ReadingWay; finds?: readonly [number, number]; told: Told } | null;
}[] = [
  {
    question: 'refunds',
    way: 'word',
    told: { evidence: 'refunds', finds: [1, 1] },
    other: { way: 'minus', finds: [0, 1], told: { evidence: 'chosen', finds: [0, 1] } },
  },
  {
    question: 'fees',
    way: 'vatApart',
    told: { evidence: 'sums', finds: [4, 4] },
    other: { way: 'vatWithin', finds: [1, 4], told: { evidence: 'finds', finds: [1, 4] } },
  },
  {
    question: 'charges',
    way: 'taken',
    told: { evidence: 'said', by: 'Refund 40.00' },
    other: { way: 'signed', told: { evidence: 'chosenAlone' } },
  },
  { question: 'currency', way: 'SAR', told: { evidence: 'finds', finds: [4, 4] }, other: null },
];

/** Has the portal judge the file as a person does who takes a way: the window of that portal is told nothing live. */
async function judge(
  { portal, token, runner }: BankWorld,
  id: string,
  proposal: LayoutProposal,
  readings: ChosenReadings,
): Promise<void> {
  const said = asProposed(proposal, 'Najd Bank', false);
  const body = { ...said, readings: { ...said.readings, ...readings } };
  expect((await portal.call(confirmLayout, { params: { id }, body }, { token })).statusCode).toBe(200);
  await runner.idle();
}

const plainOf = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '').trim();

describe.each(languages)('in %s', (language) => {
  test('refunds, fees, rent and currency: what speaks for the way that stands, and what for the other one', async () => {
    const { own, path } = await uploadedWithCharges(`charges ${language}.csv`);
    const window = await openOwner(stage, own, { language, url, path });
    const { t } = window;
    const part = ([of, whole]: readonly [number, number]): string =>
      t('reconciliation:reading.part', { part: of, whole });
    const words = ({ evidence, finds, by = '' }: Told): string =>
      plainOf(
        t(`reconciliation:reading.evidence.${evidence}`, { of: finds ? part(finds) : '', by, value: '' }),
      );
    const wayOf = (question: ReadingQuestion, way: ReadingWay): string =>
      t(`reconciliation:reading.way.${question}.${way}`);
    for (const { question, way, told, other } of ofCharges) {
      const row = rowOf(window, question);
      const select = row.getByRole('combobox');
      const evidence = async (): Promise<string> => plainOf(await row.getByRole('cell').nth(1).innerText());
      const others = async (): Promise<string[]> =>
        (await row.getByRole('listitem').allInnerTexts()).map(plainOf);
      await row.waitFor();
      expect([question, await select.inputValue(), await evidence(), await others()]).toEqual([
        question,
        way,
        words(told),
        other ? [`${wayOf(question, other.way)}${other.finds ? `: ${part(other.finds)}` : ''}`] : [],
      ]);
      if (!other) continue;
      await select.selectOption(other.way);
      await expect.poll(evidence).toBe(words(other.told));
      expect((await others()).map((each) => each.startsWith(wayOf(question, way)))).toEqual([true]);
      await select.selectOption(way);
      await expect.poll(evidence).toBe(words(told));
    }
  });

  test.each(files)(
    '$question: each way stands with the lines that find their payment so: $finds',
    async (file) => {
      const { own, path } = await uploaded(file, `ways ${language}.csv`);
      const window = await openOwner(stage, own, { language, url, path });
      await rowOf(window, file.question).waitFor();
      expect(await shownOf(window, file)).toEqual(file.finds.map(([way, finds]) => [way, [finds, 4]]));
    },
  );
});

test.each(files)(
  'judged, as many lines are confirmed as stood beside the way: $question, $finds',
  async (file) => {
    const { own, id, path } = await uploaded(file, 'judged.csv');
    const { proposal } = await detailOf(own, id);
    if (!proposal) throw new Error('the file waits to be confirmed');
    await judge(own, id, proposal, {});
    const window = await openOwner(stage, own, { language: 'en', url, path });
    const { page, t } = window;
    const confirmed: unknown[] = [];
    for (const [way] of file.finds) {
      await judge(own, id, proposal, { [file.question]: way });
      await window.go(path);
      await page.getByRole('tab', { name: t('reconciliation:group.exceptions') }).waitFor();
      const tab = page.getByRole('tab', { name: t('reconciliation:group.confirmed') });
      confirmed.push([way, (await tab.count()) === 0 ? 0 : numberFrom(await tab.innerText())]);
    }
    expect(confirmed).toEqual(file.finds);
  },
);
