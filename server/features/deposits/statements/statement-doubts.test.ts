import { undoDeposit } from '@mizan/contract/deposits.ts';
import * as contract from '@mizan/contract/statements.ts';
import { expect, test } from 'vitest';
import { anotherMerchant, type BankWorld, bankWorld, sell } from '../../reconciliation/testing/bank-world.ts';
import { depositOf, depositsByCell, entered, firstBankOf } from '../testing/deposit-world.ts';

/** What of a statement may be wrong: entries taken back, known by words alone, or shown otherwise than they are kept. */
const first = await bankWorld();

async function shop() {
  const world = await anotherMerchant(first);
  const [sale] = await sell(world, [{ amountMinor: 37_000, at: '2026-11-17 09:00' }]);
  if (!sale) throw new Error('it was sold');
  const netMinor = sale.amountMinor - sale.feeMinor - sale.vatMinor;
  return { world, bankId: await firstBankOf(world), netMinor };
}
const ascending = (a: number, b: number): number => a - b;
const figure = (minor: number): string =>
  `${Math.floor(minor / 100)},${String(minor % 100).padStart(2, '0')}`;
/** An MT940 of lines ':61:…'. */
const statement = (...lines: string[]): string =>
  [':20:S', ':25:1234', ':60F:C261115SAR0,00', ...lines].join('\n');
const line = (minor: number, mark = 'C', reference = '', day = '261118') =>
  `:61:${day}${mark}${figure(minor)}NTRFNONREF${reference && `//${reference}`}`;

const read = async ({ portal, token }: BankWorld, body: string, query: object) =>
  (
    await portal.call(contract.readStatement, { query, body: Buffer.from(body) }, { token })
  ).json<contract.StatementRead>();
const take = ({ portal, token }: BankWorld, body: string, query: object) =>
  portal.call(contract.takeStatement, { query, body: Buffer.from(body) }, { token });
const matchedOf = ({ credits }: contract.StatementRead): string | undefined =>
  credits.flatMap(({ entry, match }) => (match ? [`${entry}-${match}`] : [])).join() || undefined;
const mada = async (world: BankWorld) => (await depositsByCell(world))['2026-11-17 Mada SAR'];

test('a credit on record that a later statement takes back pays its settlement no more, once', async () => {
  const { world, bankId, netMinor } = await shop();
  const credit = statement(line(netMinor, 'C', 'A'));
  await take(world, credit, {
    bankId,
    entries: '1',
    matched: matchedOf(await read(world, credit, { bankId })),
  });
  expect(await mada(world)).toMatchObject({ state: 'PAID' });
  const later = statement(line(netMinor, 'RC', 'R', '261119'), line(50, 'D'));
  const shown = await read(world, later, { bankId });
  const [reversal, debit] = shown.debits;
  expect(reversal).toMatchObject({ entry: 1, isReversal: true, mayTakeBack: [{ reference: 'A' }] });
  expect(reversal?.proposedId).toBe(reversal?.mayTakeBack[0]?.id);
  expect(debit).toMatchObject({
    entry: 2,
    amountMinor: -50,
    isReversal: false,
    mayTakeBack: [],
    proposedId: null,
  });
  const takenBack = `1-${reversal?.proposedId}`;
  const answers = await Promise.all([1, 2, 3].map(() => take(world, later, { bankId, takenBack })));
  expect(answers.map((answer) => answer.json().takenBackCount).toSorted(ascending)).toEqual([0, 0, 1]);
  expect((await mada(world))?.arrivedMinor).toBe(0);
  // It comes again under another reference, of the day before: the same reversal takes back no second one.
  const again = await entered(world, depositOf(bankId, { amountMinor: netMinor, isAnother: true }));
  const once = await read(world, later, { bankId });
  expect(once.debits[0]).toMatchObject({
    tookBackId: reversal?.proposedId,
    mayTakeBack: [],
    proposedId: null,
  });
  const refused = await take(world, later, { bankId, takenBack: `1-${again.id}` });
  expect([refused.statusCode, refused.json().details.reason]).toEqual([409, 'takenBack']);
});

test('a reversal that may be of two deposits, or of a credit of its own statement, is asked about', async () => {
  const { world, bankId } = await shop();
  for (const reference of ['X', 'Y']) await entered(world, depositOf(bankId, { reference, isAnother: true }));
  const both = await read(world, statement(line(50_000, 'RC')), { bankId });
  expect(both.debits[0]).toMatchObject({
    proposedId: null,
    mayTakeBack: [{ reference: 'Y' }, { reference: 'X' }],
  });
  expect((await read(world, statement(line(50_000, 'RC', 'X')), { bankId })).debits[0]?.proposedId).toBe(
    both.debits[0]?.mayTakeBack[1]?.id,
  );
  const own = statement(line(50_000, 'C', 'Z'), line(50_000, 'RC', 'X'));
  expect((await read(world, own, { bankId })).debits[0]).toMatchObject({ proposedId: null });
  // What is on record before the debit alone can be meant by it.
  const before = statement(line(50_000, 'RC', 'X', '261117'));
  expect((await read(world, before, { bankId })).debits[0]).toMatchObject({ mayTakeBack: [] });
});

test('two equal credits without a reference in two statements: a person says that the second is another one, once', async () => {
  const { world, bankId } = await shop();
  const one = statement(line(700));
  await take(world, one, { bankId, entries: '1' });
  const two = statement(line(900), line(700));
  const shown = await read(world, two, { bankId });
  expect(shown.credits.map(({ evidence, mayBeAnother }) => [evidence, mayBeAnother])).toEqual([
    ['NONE', false],
    ['KNOWN', true],
  ]);
  expect((await take(world, two, { bankId, entries: '1,2' })).json()).toMatchObject({
    addedCount: 1,
    knownCount: 1,
  });
  const answers = await Promise.all(
    [1, 2].map(() => take(world, two, { bankId, entries: '2', others: '2' })),
  );
  expect(answers.map((answer) => answer.json().addedCount).toSorted(ascending)).toEqual([0, 1]);
  expect((await read(world, two, { bankId })).credits[1]).toMatchObject({
    evidence: 'KNOWN',
    mayBeAnother: false,
  });
  expect((await read(world, one, { bankId })).credits[0]).toMatchObject({ evidence: 'KNOWN' });
  // A third statement that has both: the second of them is asked about, as its deposit came under another name.
  const both = await read(world, statement(line(700), line(700)), { bankId });
  expect(both.credits.map(({ evidence }) => evidence)).toEqual(['KNOWN', 'ALIKE']);
});

test('with a reference of the bank the same entry is never another one', async () => {
  const { world, bankId } = await shop();
  const one = statement(line(700, 'C', 'A'));
  await take(world, one, { bankId, entries: '1' });
  expect((await read(world, one, { bankId })).credits[0]).toMatchObject({
    evidence: 'KNOWN',
    mayBeAnother: false,
  });
  expect((await take(world, one, { bankId, entries: '1', others: '1' })).json()).toMatchObject({
    addedCount: 0,
  });
});

test('what was shown as words and fits by now waits for a person, and so does what fits another day than was shown', async () => {
  const { world, bankId } = await shop();
  const [late] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-16 09:00' }]);
  if (!late) throw new Error('it was sold');
  const net = late.amountMinor - late.feeMinor - late.vatMinor;
  const paid = await entered(
    world,
    depositOf(bankId, {
      amountMinor: net,
      shares: [{ day: '2026-11-16', scheme: 'Mada', amountMinor: net }],
    }),
  );
  const text = `${statement(line(net, 'C', 'A', '261117'))}\n:86:POS settlement`;
  const shown = await read(world, text, { bankId });
  expect(shown.credits[0]).toMatchObject({ evidence: 'WORDS', match: null });
  await world.portal.call(undoDeposit, { params: { id: paid.id } }, { token: world.token });
  expect((await read(world, text, { bankId })).credits[0]).toMatchObject({ evidence: 'EXACT' });
  const taken = await take(world, text, { bankId, entries: '1', matched: '1-00000000' });
  expect(taken.json()).toMatchObject({ addedCount: 1, matchedCount: 0 });
});

test('an equal deposit under another name is asked about, where no entry of the statement is it', async () => {
  const { world, bankId, netMinor } = await shop();
  await entered(world, depositOf(bankId, { amountMinor: netMinor, reference: 'NAME OF ANOTHER FORM' }));
  const one = statement(line(netMinor, 'C', 'A'));
  expect((await read(world, one, { bankId })).credits[0]).toMatchObject({ evidence: 'ALIKE', match: null });
});

test('a debit that the bank takes back is no settlement', async () => {
  const { world, bankId, netMinor } = await shop();
  expect((await read(world, statement(line(netMinor, 'RD')), { bankId })).credits[0]).toMatchObject({
    evidence: 'RETURNED',
    match: null,
  });
});
