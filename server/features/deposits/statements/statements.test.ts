import * as contract from '@mizan/contract/statements.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../../platform/database/database.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  type Sold,
  sell,
} from '../../reconciliation/testing/bank-world.ts';
import { depositOf, depositsByCell, entered, firstBankOf, undo } from '../testing/deposit-world.ts';

/** Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db } = first.portal;

const net = ({ amountMinor, feeMinor, vatMinor }: Sold): number => amountMinor - feeMinor - vatMinor;
const figure = (minor: number): string =>
  `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`;

interface Line {
  minor: number;
  day?: string;
  reference?: string;
  text?: string;
}
/** An MT940 of these credits; each takes two lines of it, the first at line 4. */
const statement = (lines: readonly Line[], account = '1234', closing?: number): string =>
  [
    ':20:S',
    `:25:${account}`,
    ':60F:C261115SAR0,00',
    ...lines.flatMap(({ minor, day = '261118', reference = 'NONREF', text = 'transfer' }) => [
      `:61:${day}C${figure(minor)}NTRFNONREF${reference === 'NONREF' ? '' : `//${reference}`}`,
      `:86:${text}`,
    ]),
    `:62F:C261118SAR${figure(closing ?? lines.reduce((sum, { minor }) => sum + minor, 0))}`,
  ].join('\n');

const read = ({ portal, token }: BankWorld, body: string, bankId?: string) =>
  portal.call(contract.readStatement, { query: { bankId }, body: Buffer.from(body) }, { token });
/** Takes entries with what is shown of them at this moment, as a person does who looks at them first. */
async function take(world: BankWorld, body: string, entries: string, bankId?: string, more: object = {}) {
  const shown = (await read(world, body, bankId)).json<contract.StatementRead>();
  const matched = (shown.credits ?? []).flatMap(({ entry, match }) => (match ? [`${entry}-${match}`] : []));
  return takeAs(world, body, { bankId, entries, matched: matched.join() || undefined, ...more });
}
const takeAs = ({ portal, token }: BankWorld, body: string, query: object) =>
  portal.call(contract.takeStatement, { query, body: Buffer.from(body) }, { token });
const reasonOf = (answer: { statusCode: number; json: () => { details?: { reason?: string } } }) => [
  answer.statusCode,
  answer.json().details?.reason,
];

/** A merchant with sales of Monday and Tuesday, Mada and Visa. */
async function shop() {
  const world = await anotherMerchant(first);
  const sales = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 23_000, at: '2026-11-16 10:00', scheme: 'Visa' },
    { amountMinor: 37_000, at: '2026-11-17 09:00' },
    { amountMinor: 51_000, at: '2026-11-17 10:00', scheme: 'Visa' },
  ]);
  return {
    world,
    bankId: await firstBankOf(world),
    nets: sales.map(net) as [number, number, number, number],
  };
}

test('credits that fit exactly are matched, all others wait, and the same statement again doubles nothing', async () => {
  const { world, bankId, nets } = await shop();
  const text = statement([
    { minor: nets[0] + nets[1], reference: 'A1' },
    { minor: nets[2], reference: 'A2' },
    { minor: 777, reference: 'A3', text: 'POS settlement' },
    { minor: 999, reference: 'A4', text: 'rent' },
  ]);
  const shown = (await read(world, text, bankId)).json<contract.StatementRead>();
  expect(shown.credits.map(({ line, evidence, shares }) => [line, evidence, shares.length])).toEqual([
    [4, 'EXACT', 2],
    [6, 'EXACT', 1],
    [8, 'WORDS', 0],
    [10, 'NONE', 0],
  ]);
  expect(shown.balance).toMatchObject({ statedMinor: shown.balance?.reckonedMinor });
  // Nothing was kept by looking.
  expect((await depositsByCell(world))['2026-11-16 Mada SAR']).toMatchObject({ arrivedMinor: 0 });
  const taken = await take(world, text, '1,2,3', bankId);
  expect([taken.statusCode, taken.json()]).toEqual([
    201,
    { addedCount: 3, matchedCount: 2, knownCount: 0, takenBackCount: 0 },
  ]);
  expect(await depositsByCell(world)).toMatchObject({
    '2026-11-16 Mada SAR': { state: 'PAID' },
    '2026-11-16 Visa SAR': { state: 'PAID' },
    '2026-11-17 Mada SAR': { state: 'PAID' },
    '2026-11-17 Visa SAR': { arrivedMinor: 0 },
  });
  const again = await Promise.all(Array.from({ length: 4 }, () => take(world, text, '1,2,3', bankId)));
  expect(again.map((answer) => answer.json())).toEqual(
    Array.from({ length: 4 }, () => ({ addedCount: 0, matchedCount: 0, knownCount: 3, takenBackCount: 0 })),
  );
  // An overlapping one brings what is new.
  const more = statement([
    { minor: nets[2], reference: 'A2' },
    { minor: nets[3], reference: 'A5' },
  ]);
  expect((await take(world, more, '1,2', bankId)).json()).toEqual({
    addedCount: 1,
    matchedCount: 1,
    knownCount: 1,
    takenBackCount: 0,
  });
  const rows = await platformRows<{ source: string; reference: string }>(
    db,
    'SELECT source, reference FROM bank_deposits WHERE merchant_id = $1 ORDER BY id',
    [world.merchant.merchantId],
  );
  expect(rows.map(({ source, reference }) => `${source} ${reference}`)).toEqual([
    'STATEMENT A1',
    'STATEMENT A2',
    'STATEMENT A3',
    'STATEMENT A5',
  ]);
});

test('two credits that fit one settlement are both asked about, and so is one that fits two', async () => {
  const { world, bankId, nets } = await shop();
  const twice = statement([
    { minor: nets[0], reference: 'A' },
    { minor: nets[0], reference: 'B' },
  ]);
  const shown = (await read(world, twice, bankId)).json<contract.StatementRead>();
  expect(shown.credits.map(({ evidence }) => evidence)).toEqual(['SEVERAL', 'SEVERAL']);
  expect((await take(world, twice, '1,2', bankId)).json()).toEqual({
    addedCount: 2,
    matchedCount: 0,
    knownCount: 0,
    takenBackCount: 0,
  });
});

test('what was entered by hand is named, and equal entries without a reference are two', async () => {
  const { world, bankId, nets } = await shop();
  const amountMinor = nets[2];
  const shares = [{ day: '2026-11-17', scheme: 'Mada' as const, amountMinor }];
  const byHand = await entered(world, depositOf(bankId, { amountMinor, shares }));
  const shown = (
    await read(world, statement([{ minor: amountMinor }]), bankId)
  ).json<contract.StatementRead>();
  expect(shown.credits).toMatchObject([{ evidence: 'ALIKE', depositId: byHand.id, shares: [] }]);
  const equal = statement([{ minor: 100 }, { minor: 100 }]);
  expect((await take(world, equal, '1,2', bankId)).json()).toMatchObject({ addedCount: 2 });
  expect((await take(world, equal, '1,2', bankId)).json()).toMatchObject({ addedCount: 0, knownCount: 2 });
});

test('the IBAN says whose it is; one that nobody has is asked about, and one of another merchant is refused', async () => {
  const [{ world, bankId, nets }, other] = [await shop(), await anotherMerchant(first)];
  const ibans = {
    own: 'SA0380000000608010167519',
    others: 'SA4420000001234567891234',
    nobodys: 'SA1510000012345678901234',
  };
  const setIban = (merchantId: string, iban: string) =>
    platformRows(db, 'UPDATE banks SET iban = $2 WHERE merchant_id = $1', [merchantId, iban]);
  await setIban(world.merchant.merchantId, ibans.own);
  await setIban(other.merchant.merchantId, ibans.others);
  const of = (account: string) => statement([{ minor: nets[2], reference: 'A' }], account);
  expect((await read(world, of(ibans.own))).json()).toMatchObject({
    bankId,
    banks: [],
    credits: [{ evidence: 'EXACT' }],
  });
  expect((await take(world, of(ibans.own), '1')).json()).toMatchObject({ matchedCount: 1 });
  const asked = (await read(world, of('1234567'))).json<contract.StatementRead>();
  expect(asked).toMatchObject({ bankId: null, banks: [{ id: bankId }], credits: [] });
  expect(reasonOf(await take(world, of('1234567'), '1'))).toEqual([409, 'noBank']);
  expect(reasonOf(await read(world, of(ibans.others)))).toEqual([409, 'anothers']);
  expect(reasonOf(await read(world, of(ibans.others), bankId))).toEqual([409, 'anothers']);
});

test('what is no statement, a line that is not there and a balance that disagrees are said', async () => {
  const { world, bankId, nets } = await shop();
  expect(reasonOf(await read(world, 'Date;Amount\n1;2', bankId))).toEqual([422, 'notStatement']);
  expect(reasonOf(await read(world, '<a>', bankId))).toEqual([422, 'xml']);
  const text = statement([{ minor: nets[2] }], '1', 5);
  expect((await read(world, text, bankId)).json()).toMatchObject({
    balance: { statedMinor: 5, reckonedMinor: nets[2] },
  });
  expect(reasonOf(await take(world, text, '1,99', bankId))).toEqual([409, 'noSuchLine']);
  const stranger = await anotherMerchant(first);
  expect((await read(stranger, text, bankId)).statusCode).toBe(404);
});

/** An MT940 of one message after the other. */
const messages = (...parts: string[]) => parts.join('\n');
const evidenceOf = async (world: BankWorld, text: string, bankId: string) =>
  (await read(world, text, bankId)).json<contract.StatementRead>().credits.map(({ evidence }) => evidence);

test('two credits of a day with one reference are two, also where the payer wrote it with a stroke', async () => {
  const { world, bankId } = await shop();
  const text = statement([
    { minor: 100, reference: 'A' },
    { minor: 100, reference: 'A' },
  ]);
  const wrote = text.replace('NONREF//A', 'INV/1').replace('NONREF//A', 'INV/2');
  for (const each of [text, wrote]) {
    expect((await take(world, each, '1,2', bankId)).json()).toMatchObject({ addedCount: 2, knownCount: 0 });
    expect((await take(world, each, '1,2', bankId)).json()).toMatchObject({ addedCount: 0, knownCount: 2 });
  }
  const [kept] = await platformRows<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM bank_deposits WHERE merchant_id = $1',
    [world.merchant.merchantId],
  );
  expect(kept).toEqual({ count: 4 });
});

test('an entry that stands in two statements of one file is one, and is not its own rival', async () => {
  const { world, bankId, nets } = await shop();
  const one = statement([{ minor: nets[2], reference: 'A' }]);
  const text = messages(one, one);
  expect(await evidenceOf(world, text, bankId)).toEqual(['EXACT', 'EXACT']);
  expect((await take(world, text, '1,2', bankId)).json()).toEqual({
    addedCount: 1,
    matchedCount: 1,
    knownCount: 1,
    takenBackCount: 0,
  });
});

test('what was taken back is asked about, and comes again once', async () => {
  const { world, bankId, nets } = await shop();
  const text = statement([{ minor: nets[2], reference: 'A' }]);
  await take(world, text, '1', bankId);
  for (const _ of [1, 2]) {
    const [known] = (await read(world, text, bankId)).json<contract.StatementRead>().credits;
    expect(known).toMatchObject({ evidence: 'KNOWN' });
    await undo(world, known?.depositId ?? '');
    expect(await evidenceOf(world, text, bankId)).toEqual(['UNDONE']);
    const twice = await Promise.all([1, 2].map(() => take(world, text, '1', bankId)));
    expect(twice.map((answer) => answer.json().addedCount).toSorted((x, y) => x - y)).toEqual([0, 1]);
  }
});

test('a credit that went out again is asked about, and so is one whose settlement another credit may pay', async () => {
  const { world, bankId, nets } = await shop();
  const credit = statement([{ minor: nets[2], reference: 'A', text: 'POS settlement' }]);
  const reversed = credit.replace(':62F:', `:61:261118RC${figure(nets[2])}NTRFNONREF//R\n:62F:`);
  expect(await evidenceOf(world, reversed, bankId)).toEqual(['REVERSED']);
  // As much is owed for Wednesday as for Tuesday: what came on Tuesday can be Tuesday's alone, what came later either's.
  await sell(world, [{ amountMinor: 37_000, at: '2026-11-18 09:00' }]);
  const both = statement([
    { minor: nets[2], day: '261117', reference: 'A' },
    { minor: nets[2], day: '261119', reference: 'B' },
  ]);
  expect(await evidenceOf(world, both, bankId)).toEqual(['SEVERAL', 'SEVERAL']);
});

test('balances agree where all statements of a file have theirs, and each says whose account it is', async () => {
  const { world, bankId } = await shop();
  const one = statement([{ minor: 100 }]);
  const without = one.replace(/:62F:.*/, '');
  expect((await read(world, messages(one, one), bankId)).json()).toMatchObject({ balance: {} });
  expect((await read(world, messages(without, one), bankId)).json()).toMatchObject({ balance: null });
  const unnamed = one.replace(/:25:.*\n/, '');
  expect(reasonOf(await read(world, messages(one, unnamed), bankId))).toEqual([422, 'severalAccounts']);
  expect(reasonOf(await read(world, `${one}\0`, bankId))).toEqual([422, 'notStatement']);
});
