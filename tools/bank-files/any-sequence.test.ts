/**
 * Any sequence of files over the real database and the real runner: after each step no payment is nowhere, and what a
 * BALANCED verdict states is so; at the end order, repetition, split, overlap, undo and redo have left what the plain
 * order leaves. SEQUENCE_FROM and SEQUENCE_SEEDS repeat a seed that failed.
 */
import type { ChosenReadings } from '@mizan/contract/bank-file-reading.ts';
import * as banks from '@mizan/contract/banks.ts';
import * as contract from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  detailOf,
  type Sold,
  sell,
  upload,
} from '../../server/features/reconciliation/testing/bank-world.ts';
import { platformRows } from '../../server/platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../server/testing/agreement.ts';
import { type Random, seededRandom } from './random.ts';
import { makeHistory, type ShopBank, type ShopHistory, type ShopStep, shopBanks } from './shop-history.ts';
import {
  namedUnevenly,
  nowhere,
  opensMs,
  statedWrongly,
  type WhatStands,
  whatStands,
  whereIs,
} from './what-stands.ts';

const seeds = Number(process.env['SEQUENCE_SEEDS'] ?? (process.env['MIZAN_LONG'] ? 240 : 3));
const firstSeed = Number(process.env['SEQUENCE_FROM'] ?? 1);
const days = 5;
const bankNames: Readonly<Record<ShopBank, string>> = { najd: 'Najd Bank', tihama: 'Tihama Bank' };
/** What each bank calls the scheme where its files are of a layout of their own. */
const schemeTitles: Readonly<Record<ShopBank, string>> = { najd: 'Card Scheme', tihama: 'Card Brand' };

const world = await bankWorld();
const { portal, runner } = world;

/** A merchant whose files come in one of the two ways. */
interface Desk {
  own: BankWorld;
  history: ShopHistory;
  random: Random;
  sold: Sold[];
  /** The portal's ids of its banks. */
  bankIds: Partial<Record<ShopBank, string>>;
  /** By name of the file. */
  ids: Map<string, string>;
  /** What was done so far, for whoever reads a failure. */
  done: string[];
}

async function openDesk(history: ShopHistory, random: Random, firstDay: string): Promise<Desk> {
  const own = await anotherMerchant(world);
  const bankIds = history.hasTwoBanks ? await twoBanks(own, firstDay) : {};
  return { own, history, random, sold: [], bankIds, ids: new Map(), done: [] };
}

/** A second bank, that has every second terminal from the first day on. */
async function twoBanks(
  { merchant: { merchantId, terminals }, token }: BankWorld,
  firstDay: string,
): Promise<Desk['bankIds']> {
  const [{ id: najd } = { id: '' }] = await platformRows<{ id: string }>(
    portal.db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [merchantId],
  );
  const body = { nameEn: bankNames.tihama, nameAr: 'بنك تهامة', code: null, iban: null, cutoff: '00:00' };
  const tihama = (await portal.call(banks.addBank, { body }, { token })).json<{ id: string }>().id;
  for (const { id } of terminals.filter((_, at) => at % 2)) {
    const placed = { terminalId: id, scheme: null, validFrom: firstDay };
    const answer = await portal.call(
      banks.placeTerminal,
      { params: { id: tihama }, body: placed },
      { token },
    );
    expect(answer.statusCode).toBe(200);
  }
  return { najd, tihama };
}

async function sellDay({ own, history, sold, bankIds }: Desk, places: readonly number[]): Promise<void> {
  const sales = places.flatMap((place) => {
    const sale = history.sales[place];
    const bankId = sale && bankIds[history.bankOf(sale)];
    return sale ? [{ ...sale, ...(bankId ? { bankId } : {}) }] : [];
  });
  const written = await sell(own, sales);
  written.forEach((one, at) => {
    sold[places[at] as number] = one;
  });
}

function contentOf({ history, sold }: Desk, step: Extract<ShopStep, { lines: unknown }>): string {
  const ends = (settled: string): string => (history.hasSettlementDays ? `,${settled}` : '');
  const rows = step.lines.map(({ sale, settled }, at) => {
    const one = sold[sale] as Sold;
    const isWrong = step.do === 'bringWrong' && step.wrong === at;
    return `${csvLineOf(one, isWrong ? { amountMinor: one.amountMinor + 700 } : {})},${one.scheme}${ends(settled)}`;
  });
  const header = `${csvHeader},${schemeTitles[history.isLayoutShared ? 'najd' : step.bank]}${history.hasSettlementDays ? ',Settlement Date' : ''}`;
  return [header, ...rows, ''].join('\n');
}

/** Confirms how a file is read: as proposed, with the first way where nothing decides, or in any way at all. */
async function read(
  desk: Desk,
  id: string,
  { bank, inAnyWay = false, isAgain = false }: { bank: ShopBank; inAnyWay?: boolean; isAgain?: boolean },
): Promise<void> {
  const { own, random } = desk;
  const { proposal } = await detailOf(own, id);
  if (!proposal) throw new Error('nothing says how the file is read');
  const readings = Object.fromEntries(
    proposal.questions.map(({ question, way, ways }) => [
      question,
      inAnyWay ? random.pick(ways).way : (way ?? ways[0]?.way),
    ]),
  ) as ChosenReadings;
  const columns = proposal.columns.map(({ key, field }) => ({ key, field }));
  // Which part it is, is asked where the confirmed one does not hold its lines: its bank's is widened by them, or begins.
  const part =
    proposal.part ??
    proposal.partChoices.find(({ name }) => name === bankNames[bank]) ??
    proposal.partChoices.find((choice) => choice.id === null) ??
    proposal.partChoices[0];
  const body = {
    columns,
    readings,
    bankName: bankNames[bank],
    remember: !inAnyWay,
    ...(part ? { part: { ...part, name: bankNames[bank] } } : {}),
  };
  const answer = await portal.call(contract.confirmLayout, { params: { id }, body }, { token: own.token });
  expect([200, answer.body]).toEqual([answer.statusCode, answer.body]);
  await runner.idle();
  // Where a new part opens is known once it was tried.
  const now = await detailOf(own, id);
  if (now.state === 'WAITING_LAYOUT' && !isAgain) await read(desk, id, { bank, inAnyWay, isAgain: true });
}

async function take(desk: Desk, step: ShopStep): Promise<void> {
  const { own, ids, done } = desk;
  done.push(`${step.do} ${step.file}`);
  if (step.do === 'bring' || step.do === 'bringWrong') {
    const answer = await upload(own, contentOf(desk, step), `${step.file}.csv`);
    const { id } = answer.json<{ bankFile: { id: string } }>().bankFile;
    ids.set(step.file, id);
    await runner.idle();
    if ((await detailOf(own, id)).state === 'WAITING_LAYOUT') await read(desk, id, step);
    return;
  }
  const id = ids.get(step.file) as string;
  if (step.do === 'undo') {
    const answer = await portal.call(contract.undoBankFile, { params: { id } }, { token: own.token });
    expect(answer.statusCode).toBe(200);
    await runner.idle();
  } else await read(desk, id, { bank: step.bank, inAnyWay: step.do === 'misread' });
}

const stands = ({ own }: Desk): Promise<WhatStands> => whatStands(portal.db, own.merchant.merchantId);

/** What stands of a bank: its files, and the payments that are its. */
function ofBank({ history, sold }: Desk, now: WhatStands, bank: ShopBank): WhatStands {
  const own = new Set(
    sold.flatMap(({ id }, place) => {
      const sale = history.sales[place];
      return sale && history.bankOf(sale) === bank ? [id] : [];
    }),
  );
  return {
    files: now.files.filter(({ fileName }) => fileName.includes(bank)),
    payments: now.payments.filter(({ id }) => own.has(id)),
  };
}

async function checkStep(desk: Desk, seed: number): Promise<void> {
  const told = { seed, done: desk.done };
  let now = await stands(desk);
  // What waits to be judged again, or is being confirmed, says what was so before: nobody is told that it stands. Work that
  // gave way to other work rests for a second, of which `idle` knows nothing.
  await expect
    .poll(
      async () => {
        await runner.idle();
        now = await stands(desk);
        return { ...told, waiting: now.files.filter(({ waits }) => waits).map(({ fileName }) => fileName) };
      },
      { timeout: 30_000 },
    )
    .toEqual({ ...told, waiting: [] });
  for (const bank of shopBanks) {
    const its = ofBank(desk, now, bank);
    const files = new Set(its.files.map(({ id }) => id));
    const ofOthers = its.payments.filter(({ namedBy, otherIn }) =>
      [...namedBy, ...otherIn].some((id) => !files.has(id)),
    );
    expect({ ...told, bank, ofOthers }).toEqual({ ...told, bank, ofOthers: [] });
    expect({ ...told, bank, nowhere: nowhere(its) }).toEqual({ ...told, bank, nowhere: [] });
    const statedWrong = statedWrongly(its);
    expect({ ...told, bank, statedWrong }).toEqual({ ...told, bank, statedWrong: [] });
  }
  expect({ ...told, uneven: namedUnevenly(now) }).toEqual({ ...told, uneven: [] });
}

interface End {
  /** By bank: before what instant, in milliseconds, payments stand 'before the first file'; infinite where no file covers anything. */
  opensMs: Record<ShopBank, number>;
  /** By place of the sale. */
  payments: {
    sale: string;
    bank: ShopBank;
    line: string | undefined;
    isMissing: boolean;
    where: string | null;
  }[];
  /** By name of the file. */
  verdicts: string[];
}

async function endOf(desk: Desk): Promise<End> {
  const now = await stands(desk);
  const byId = new Map(now.payments.map((payment) => [payment.id, payment]));
  const its = { najd: ofBank(desk, now, 'najd'), tihama: ofBank(desk, now, 'tihama') };
  return {
    opensMs: { najd: opensMs(its.najd), tihama: opensMs(its.tihama) },
    payments: desk.history.sales.map((sale, place) => {
      const payment = byId.get(desk.sold[place]?.id ?? '');
      const bank = desk.history.bankOf(sale);
      return {
        sale: `${place} ${sale.at}`,
        bank,
        line: payment?.line,
        isMissing: payment?.isMissing ?? false,
        where: payment ? whereIs(payment, its[bank]) : null,
      };
    }),
    verdicts: now.files.map(({ fileName, verdict }) => `${fileName} ${verdict}`).sort(),
  };
}

const outsideCoverage = ['without a file', 'before the first file', 'after'];

/**
 * Payments that end otherwise in the one way than in the other. Files cut otherwise cover otherwise: there one of them may
 * name a payment as missing where the other way says that none of its files covers it. So does a part that was opened with
 * another file: a person confirmed since when its files cover anything, with the one that came first.
 */
const endOtherwise = (one: End, other: End, isDividedAnew: boolean): unknown[] =>
  one.payments.flatMap((payment, place) => {
    const same = other.payments[place];
    const isSame = payment.line === same?.line && payment.isMissing === same?.isMissing;
    const [unnamed, named] = payment.isMissing ? [same, payment] : [payment, same];
    const isUnnamed = payment.line === same?.line && !unnamed?.isMissing;
    const isUncovered = isUnnamed && outsideCoverage.includes(unnamed?.where ?? '');
    const isOpenedOtherwise =
      isUnnamed &&
      one.opensMs[payment.bank] !== other.opensMs[payment.bank] &&
      unnamed?.where === 'before the first file' &&
      named?.where === 'named';
    return isSame || (isDividedAnew && isUncovered) || isOpenedOtherwise ? [] : [[payment, same]];
  });

const at9 = (day: string): Date => new Date(`${day}T09:00:00+03:00`);
const dayAfter = (day: string, by = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** The history of a seed: three weeks apart, so that one is over before the next one begins. */
function historyOf(
  seed: number,
  first = firstSeed,
): { random: Random; firstDay: string; history: ShopHistory } {
  // Far apart: the first draws of neighbours are alike.
  const random = seededRandom(8_213 * seed);
  const firstDay = dayAfter('2026-11-22', 21 * (seed - first) + random.whole(0, 2));
  return { random, firstDay, history: makeHistory(random, firstDay, days) };
}

async function play(seed: number): Promise<void> {
  const { random, firstDay, history } = historyOf(seed);
  portal.clock.set(at9(dayAfter(firstDay, -1)));
  const plain = await openDesk(history, random, firstDay);
  const tangled = await openDesk(history, random, firstDay);
  let day = firstDay;
  for (; day <= dayAfter(firstDay, days + 12); day = dayAfter(day)) {
    portal.clock.set(at9(day));
    for (const desk of [plain, tangled])
      desk.own.token = await portal.tokenOf(desk.own.merchant.owner.userId);
    await runner.idle();
    for (const step of history.plain.get(day) ?? []) await take(plain, step);
    for (const step of history.tangled.get(day) ?? []) {
      await take(tangled, step);
      await checkStep(tangled, seed);
    }
    const sales = history.days.find((one) => one.day === day)?.sales ?? [];
    for (const desk of [plain, tangled]) await sellDay(desk, sales);
  }
  await checkStep(plain, seed);
  await checkStep(tangled, seed);
  const [one, other] = [await endOf(plain), await endOf(tangled)];
  const told = { seed, done: tangled.done };
  const otherwise = endOtherwise(one, other, history.isDividedAnew);
  expect({ ...told, otherwise }).toEqual({ ...told, otherwise: [] });
  if (!history.isDividedAnew && shopBanks.every((bank) => one.opensMs[bank] === other.opensMs[bank]))
    expect({ ...told, verdicts: other.verdicts }).toEqual({ ...told, verdicts: one.verdicts });
  // What is over is judged no more while the next history goes on.
  await platformRows(portal.db, 'UPDATE bank_files SET next_due_day = NULL RETURNING id', []);
}

test('the first three histories have each kind of step, and files as they are and cut anew', () => {
  const histories = [1, 2, 3].map((seed) => historyOf(seed, 1).history);
  const steps = histories.flatMap(({ tangled }) => [...tangled.values()].flat());
  expect(new Set(steps.map((step) => step.do))).toEqual(
    new Set(['bring', 'bringWrong', 'misread', 'readRight', 'undo']),
  );
  expect(new Set(histories.map(({ isDividedAnew }) => isDividedAnew))).toEqual(new Set([true, false]));
  expect(new Set(histories.map(({ hasSettlementDays }) => hasSettlementDays))).toEqual(
    new Set([true, false]),
  );
  expect(new Set(histories.map(({ hasTwoBanks }) => hasTwoBanks))).toEqual(new Set([true, false]));
  expect(new Set(histories.map(({ isLayoutShared }) => isLayoutShared))).toEqual(new Set([true, false]));
  // Late ones: a file comes on a day behind its own.
  const late = histories.flatMap(({ tangled }) =>
    [...tangled].filter(([day, of]) =>
      of.some((step) => step.do === 'bring' && step.file.slice(0, 10) < day),
    ),
  );
  expect(late.length).toBeGreaterThan(0);
});

test(`no payment is nowhere and every way ends alike, over ${seeds} histories`, {
  timeout: 3_600_000,
}, async () => {
  for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
    await play(seed);
    expect(await expectationDifferences(portal.db)).toEqual([]);
    expect(await rollupDifferences(portal.db)).toEqual([]);
  }
});
