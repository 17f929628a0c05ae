/** What the files of a layout hold: confirmed with the first file of each kind, kept, and asked about by none after it. */
import { type FilePart, removePart } from '@mizan/contract/bank-file-part.ts';
import { addBank } from '@mizan/contract/banks.ts';
import type { BankFileDetail } from '@mizan/contract/reconciliation.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { describe, expect, test } from 'vitest';
import { tenantRows } from '../../platform/database/database.ts';
import { asProposed } from './testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  entriesOf,
  type Sold,
  sell,
  upload,
} from './testing/bank-world.ts';

const world = await bankWorld();
const lines = (sales: readonly Sold[]): string => csvOf(sales.map((sale) => csvLineOf(sale)));

/** Uploads a file and answers what it came to by itself. */
async function uploaded(own: BankWorld, content: string): Promise<BankFileDetail> {
  const answer = await upload(own, content);
  expect(answer.statusCode).toBe(201);
  await own.runner.idle();
  return detailOf(own, answer.json<{ bankFile: { id: string } }>().bankFile.id);
}

type Said = Partial<{ part: FilePart; judge: boolean; remember: boolean; bankName: string }>;

const put = (own: BankWorld, { id, proposal }: BankFileDetail, said: Said = {}) => {
  if (!proposal) throw new Error('nothing is asked of this file');
  const body = { ...asProposed(proposal, 'Najd Bank', true), ...said };
  return own.portal.call(contract.confirmLayout, { params: { id }, body }, { token: own.token });
};

async function said(own: BankWorld, detail: BankFileDetail, what: Said = {}): Promise<BankFileDetail> {
  expect((await put(own, detail, what)).statusCode).toBe(200);
  await own.runner.idle();
  return detailOf(own, detail.id);
}

const partOf = ({ proposal }: BankFileDetail): FilePart => {
  if (!proposal?.part) throw new Error('no part is proposed');
  return proposal.part;
};
const rowOf = (detail: BankFileDetail, value: string) =>
  detail.proposal?.whole?.sides.find((row) => row.value === value);
const balanced = { state: 'DONE', verdict: 'BALANCED', exceptionCount: 0 };

test('one file a branch: each part is confirmed with its first file, and no later file asks anything', async () => {
  const own = await anotherMerchant(world);
  const [tidA = '', tidB = '', tidC = ''] = own.merchant.terminals.map(({ tid }) => tid);
  const days = ['15', '16'];
  const sold = await sell(
    own,
    days.flatMap((day) =>
      [0, 1, 2].map((terminal) => ({
        amountMinor: 10_000 + terminal,
        at: `2026-11-${day} ${10 + terminal}:00`,
        terminal,
      })),
    ),
  );
  const of = (day: string, ...tids: string[]) =>
    lines(sold.filter((each) => each.at.startsWith(`2026-11-${day}`) && tids.includes(each.tid)));

  const first = await uploaded(own, of('15', tidA, tidC));
  expect(rowOf(first, tidB)).toMatchObject({ lines: 0, choice: 'held', which: [{ kind: 'noLine' }] });
  const narrow = { ...partOf(first), name: 'Branch 1', withoutTids: [tidB] };
  expect(await said(own, first, { part: narrow })).toMatchObject({
    ...balanced,
    result: { coverage: { partId: expect.any(String) } },
    parts: [{ name: 'Branch 1', withoutTids: [tidB], confirmedByName: expect.any(String) }],
  });

  const other = await uploaded(own, of('15', tidB));
  expect(other).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: {
      part: null,
      partAsked: 'none',
      partChoices: [
        { name: 'Branch 1', withoutTids: [] },
        { id: null, withoutTids: [tidA, tidC] },
      ],
    },
  });
  const refused = await put(own, other);
  expect([refused.statusCode, refused.json()]).toEqual([
    422,
    expect.objectContaining({ code: 'readingsOpen', details: { question: 'part' } }),
  ]);
  const added = other.proposal?.partChoices.find(({ id }) => id === null);
  if (!added) throw new Error('no new part is offered');
  // Where it opens is known once it was tried.
  const offered = await said(own, other, { part: { ...added, name: 'Branch 2' } });
  expect(offered).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: { partAsked: null, whole: { atBest: { verdict: 'BALANCED' } } },
  });
  expect(await said(own, offered)).toMatchObject({
    ...balanced,
    parts: [{ name: 'Branch 1' }, { name: 'Branch 2' }],
  });

  for (const tids of [[tidB], [tidA, tidC]])
    expect(await uploaded(own, of('16', ...tids))).toMatchObject(balanced);
}, 120_000);

test('mada alone and cards apart: schemes that are in other files are asked of none of these', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    ['15', '16'].flatMap((day) => [
      { amountMinor: 10_000, at: `2026-11-${day} 10:00` },
      { amountMinor: 20_000, at: `2026-11-${day} 11:00`, scheme: 'Visa' as const },
      { amountMinor: 30_000, at: `2026-11-${day} 12:00` },
    ]),
  );
  const of = (day: string, scheme: string) =>
    lines(sold.filter((each) => each.at.startsWith(`2026-11-${day}`) && each.scheme === scheme));
  const first = await uploaded(own, of('15', 'Mada'));
  // Cards are paid later than mada: nothing of them is due here yet.
  expect(rowOf(first, 'Visa')).toMatchObject({ lines: 0, judgedAs: 'later', choice: 'held' });
  const mada = { ...partOf(first), name: 'mada', withoutSchemes: ['Visa' as const] };
  expect(await said(own, first, { part: mada })).toMatchObject(balanced);
  const cards = await uploaded(own, of('15', 'Visa'));
  expect(cards.proposal).toMatchObject({ partAsked: 'none' });
  const added = cards.proposal?.partChoices.find(({ id }) => id === null);
  expect(added?.withoutSchemes).toContain('Mada');
  const offered = await said(own, cards, { ...(added && { part: { ...added, name: 'cards' } }) });
  expect(await said(own, offered)).toMatchObject({ state: 'DONE' });
  for (const scheme of ['Mada', 'Visa'])
    expect(await uploaded(own, of('16', scheme))).toMatchObject({ state: 'DONE', exceptionCount: 0 });
}, 120_000);

describe('normal shops', () => {
  const settledHeader = `${csvHeader},Settlement Date`;

  test('daily files of the day after, with settlement dates, are balanced without a question', async () => {
    const own = await anotherMerchant(world);
    const sold = await sell(
      own,
      ['15', '16', '17'].flatMap((day) =>
        ['09:10', '14:30', '23:20'].map((time) => ({ amountMinor: 12_300, at: `2026-11-${day} ${time}` })),
      ),
    );
    const files = ['15', '16', '17'].map((day) => {
      const own1 = sold.filter(({ at }) => at.startsWith(`2026-11-${day}`));
      return [settledHeader, ...own1.map((sale) => `${csvLineOf(sale)},2026-11-${Number(day) + 1}`), ''].join(
        '\n',
      );
    });
    const [first = '', ...others] = files;
    const asked = await uploaded(own, first);
    expect(asked.proposal?.whole?.atBest).toMatchObject({ verdict: 'BALANCED' });
    expect(await said(own, asked)).toMatchObject(balanced);
    for (const file of others) expect(await uploaded(own, file)).toMatchObject(balanced);
  });

  test('open past midnight, with a closing time: a cut tail is claimed at once, and a whole night is balanced', async () => {
    const own = await anotherMerchant(world);
    const nights = [
      ['15 20:00', '15 23:50', '16 01:40'],
      ['16 19:00', '17 00:30', '17 01:50'],
      ['17 20:00', '18 00:10', '18 01:30'],
    ];
    const sold = await sell(
      own,
      nights.flat().map((at) => ({ amountMinor: 5_000, at: `2026-11-${at}` })),
    );
    const night = (index: number) => sold.slice(index * 3, index * 3 + 3);
    const first = await uploaded(own, lines(night(0)));
    expect(await said(own, first, { part: { ...partOf(first), closesMinute: 120 } })).toMatchObject({
      ...balanced,
      result: { coverage: { to: '2026-11-15T23:00:00.000Z' } },
      parts: [{ closesMinute: 120 }],
    });
    expect(await uploaded(own, lines(night(1)))).toMatchObject(balanced);
    const cut = await uploaded(own, lines(night(2).slice(0, 2)));
    expect(cut.verdict).toBe('UNBALANCED');
    const missing = await entriesOf(own, cut.id, 'missingInBank');
    expect(missing.map(({ transactionId }) => transactionId)).toEqual([night(2)[2]?.id]);
  });
});

test('files of before that nobody confirmed are of the part that holds them, and are judged again by it', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    ['15', '16'].flatMap((day) => [
      { amountMinor: 10_000, at: `2026-11-${day} 10:00` },
      { amountMinor: 20_000, at: `2026-11-${day} 12:00` },
    ]),
  );
  const first = await uploaded(own, lines(sold.slice(0, 2)));
  const before = await said(own, first, { remember: false });
  expect(before).toMatchObject({ ...balanced, result: { coverage: { partId: null } }, parts: [] });
  const second = await uploaded(own, lines(sold.slice(2)));
  // What lies before a file is told by its bank's name: with another one it is tried anew before it is judged.
  const tried = await said(own, second);
  expect(tried).toMatchObject({ state: 'WAITING_LAYOUT', trial: null });
  const after = await said(own, tried);
  expect(after).toMatchObject({
    ...balanced,
    result: { coverage: { partId: expect.any(String), opensAt: null } },
  });
  expect(await detailOf(own, first.id)).toMatchObject({
    ...balanced,
    result: { coverage: { partId: after.result?.coverage?.partId, opensAt: '2026-11-14T21:00:00.000Z' } },
  });
});

test('a file that is confirmed once more, or read otherwise in between, stays of the part that holds the same', async () => {
  const own = await anotherMerchant(world);
  const sold = await sell(own, [{ amountMinor: 10_000, at: '2026-11-15 10:00' }]);
  const first = await said(own, await uploaded(own, lines(sold)));
  const [part] = first.parts;
  expect((await said(own, first)).parts).toMatchObject([{ id: part?.id, opensAt: part?.opensAt }]);
  expect(await said(own, first, { remember: false })).toMatchObject({ parts: [] });
  const again = await said(own, first);
  expect(again).toMatchObject({ ...balanced, result: { coverage: { partId: part?.id } } });
  expect(again.parts).toHaveLength(1);
});

test('a part that is changed judges its files again, beside the verdicts that they had', async () => {
  const own = await anotherMerchant(world);
  const [, tidB = ''] = own.merchant.terminals.map(({ tid }) => tid);
  const sold = await sell(own, [
    { amountMinor: 10_000, at: '2026-11-15 10:00' },
    { amountMinor: 20_000, at: '2026-11-15 11:00', terminal: 1 },
    { amountMinor: 30_000, at: '2026-11-15 12:00' },
    { amountMinor: 40_000, at: '2026-11-16 10:00' },
    { amountMinor: 50_000, at: '2026-11-16 11:00', terminal: 1 },
    { amountMinor: 60_000, at: '2026-11-16 12:00' },
  ]);
  const ofA = (from: number) => lines([sold[from], sold[from + 2]] as Sold[]);
  const first = await said(own, await uploaded(own, ofA(0)));
  const second = await uploaded(own, ofA(3));
  expect([first.verdict, second.verdict]).toEqual(['INCOMPLETE', 'UNBALANCED']);

  // One that was judged by itself is looked at first.
  const { trial } = await said(own, second, { judge: false });
  if (!trial?.proposal?.part) throw new Error('no part is proposed');
  const without = { ...trial.proposal.part, withoutTids: [tidB] };
  const tried = await said(own, second, { part: without, judge: false });
  expect(tried).toMatchObject({
    verdict: 'UNBALANCED',
    trial: { proposal: { whole: { atBest: { verdict: 'BALANCED' } } } },
  });
  expect(await said(own, tried, { part: without })).toMatchObject({ ...balanced, trial: null });
  expect(await detailOf(own, first.id)).toMatchObject({
    ...balanced,
    history: [{ verdict: 'BALANCED', cause: { kind: 'part' } }, { verdict: 'INCOMPLETE' }],
  });
});

test('two banks with the same columns: a file of the second one is asked about, and then goes by its payments’ bank', async () => {
  const own = await anotherMerchant(world);
  const body = { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null, cutoff: '00:00' };
  const bankId = (await own.portal.call(addBank, { body }, { token: own.token })).json<{ id: string }>().id;
  const sold = await sell(
    own,
    ['15', '16', '17'].flatMap((day) => [
      { amountMinor: 10_000, at: `2026-11-${day} 10:00` },
      { amountMinor: 20_000, at: `2026-11-${day} 11:00`, terminal: 1, bankId },
      { amountMinor: 30_000, at: `2026-11-${day} 12:00` },
    ]),
  );
  const of = (day: string, terminal: number) =>
    lines(sold.filter((each) => each.at.startsWith(`2026-11-${day}`) && each.terminal === terminal));
  expect(await said(own, await uploaded(own, of('15', 0)))).toMatchObject(balanced);

  // None of its payments is of the bank whose files the part holds: it says nothing of what that bank still owes.
  const other = await uploaded(own, of('16', 1));
  expect(other).toMatchObject({
    state: 'WAITING_LAYOUT',
    proposal: {
      partAsked: 'otherBank',
      part: null,
      partChoices: [{ name: 'Najd Bank' }, { id: null, name: '' }],
      bank: { nameEn: 'Tihama Bank' },
      bankName: '',
    },
  });
  const added = other.proposal?.partChoices.find(({ id }) => id === null);
  if (!added) throw new Error('no new part is offered');
  const tihama = { bankName: 'Tihama Bank', part: { ...added, name: 'Tihama' } };
  const offered = await said(own, other, tihama);
  expect(await said(own, offered, { bankName: 'Tihama Bank' })).toMatchObject({
    ...balanced,
    parts: [{ fileCount: 1 }, { name: 'Tihama', fileCount: 1 }],
  });

  // The one file is of the first bank again and the other of the second, each under its name and without a question.
  expect(await uploaded(own, of('16', 0))).toMatchObject({ ...balanced, bankName: 'Najd Bank' });
  expect(await uploaded(own, of('17', 1))).toMatchObject({ ...balanced, bankName: 'Tihama Bank' });

  // All its lines are confirmed already: read by hand, it says nothing of whose files the part holds.
  const again = await uploaded(own, of('15', 0).trimEnd());
  const [najd] = again.parts;
  expect(najd?.bankId).toEqual(expect.any(String));
  expect(await said(own, again, { part: partOf(again) })).toMatchObject({
    parts: [{ bankId: najd?.bankId }, {}],
  });
}, 120_000);

test('a part that is said to hold files of two banks asks of neither', async () => {
  const own = await anotherMerchant(world);
  const body = { nameEn: 'Tihama Bank', nameAr: 'بنك تهامة', code: null, iban: null, cutoff: '00:00' };
  const bankId = (await own.portal.call(addBank, { body }, { token: own.token })).json<{ id: string }>().id;
  const sold = await sell(
    own,
    ['15', '16', '17', '18'].map((day, at) => ({
      amountMinor: 10_000,
      at: `2026-11-${day} 10:00`,
      ...(at % 2 ? { bankId } : {}),
    })),
  );
  const files = sold.map((each) => lines([each]));
  expect(await said(own, await uploaded(own, files[0] ?? ''))).toMatchObject(balanced);
  const other = await uploaded(own, files[1] ?? '');
  const [same] = other.proposal?.partChoices ?? [];
  if (!same?.id) throw new Error('the confirmed part is not offered');
  expect(await said(own, other, { part: same })).toMatchObject({ ...balanced, parts: [{ bankId: null }] });
  for (const file of files.slice(2)) expect(await uploaded(own, file)).toMatchObject(balanced);
}, 120_000);

test('a part is removed once no file is of it, and no later file is held by it', async () => {
  const own = await anotherMerchant(world);
  const [, tidB = ''] = own.merchant.terminals.map(({ tid }) => tid);
  const sold = await sell(own, [
    { amountMinor: 10_000, at: '2026-11-15 10:00' },
    { amountMinor: 20_000, at: '2026-11-15 11:00', terminal: 1 },
  ]);
  const first = await uploaded(own, lines(sold.slice(0, 1)));
  const narrow = { ...partOf(first), name: 'Branch 1', withoutTids: [tidB] };
  const judged = await said(own, first, { part: narrow });
  const [part] = judged.parts;
  if (!part) throw new Error('no part was kept');
  expect(part).toMatchObject({ fileCount: 1 });
  const remove = () => own.portal.call(removePart, { params: { id: part.id } }, { token: own.token });
  const used = await remove();
  expect([used.statusCode, used.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'conflict', details: { reason: 'used', count: 1 } }),
  ]);

  await own.portal.call(contract.undoBankFile, { params: { id: first.id } }, { token: own.token });
  await own.runner.idle();
  const asked = await uploaded(own, lines(sold.slice(1)));
  // The part that was said wrongly still asks of whoever comes later.
  expect(asked).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { partAsked: 'none' } });
  expect(asked.parts).toMatchObject([{ id: part.id, fileCount: 0 }]);
  expect((await remove()).statusCode).toBe(200);
  expect((await remove()).statusCode).toBe(404);
  const free = await said(own, asked, { judge: false });
  expect(free).toMatchObject({ parts: [], proposal: { partAsked: null, part: { id: null } } });
  expect(await said(own, free)).toMatchObject({ state: 'DONE', parts: [{ fileCount: 1 }] });
});

test('404: a part of another layout is none that a file may be', async () => {
  const own = await anotherMerchant(world);
  const [sale] = (await sell(own, [{ amountMinor: 10_000, at: '2026-11-15 10:00' }])) as [Sold];
  const waiting = await uploaded(own, lines([sale]));
  const answer = await put(own, waiting, { part: { ...partOf(waiting), id: '999999' } });
  expect(answer.statusCode).toBe(404);
});

test('a shop that is open in the nights of Ramadan has the days of its bank, not the merchant’s', async () => {
  const own = await anotherMerchant(world);
  await tenantRows(
    own.portal.db,
    own.merchant.merchantId,
    `INSERT INTO bank_cutoffs (merchant_id, bank_id, valid_from, cutoff)
     SELECT merchant_id, id, '2026-11-16', '04:00' FROM banks WHERE merchant_id = tenant_id()`,
  );
  const sold = await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 21:00' },
    { amountMinor: 20_000, at: '2026-11-17 02:30' },
  ]);
  const waiting = await uploaded(own, lines(sold));
  expect(rowOf(waiting, '2026-11-16')).toMatchObject({ lines: 2, payments: 2 });
  expect(rowOf(waiting, '2026-11-17')).toBeUndefined();
});
