import { randomUUID } from 'node:crypto';
import {
  type TogetherAct,
  type TogetherAnswer,
  togetherActs,
  workTogether,
} from '@mizan/contract/exceptions-together.ts';
import { makeHandMatch, undoHandMatch } from '@mizan/contract/hand-matches.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inTenant, platformRows, tenantRows } from '../../platform/database/database.ts';
import { expectationDifferences, rollupDifferences } from '../../testing/agreement.ts';
import { judgeAgain } from '../reconciliation/named-by-verdict.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  detailOf,
  entriesOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { judgementCause } from '../reconciliation/testing/judge-again.ts';
import {
  agedOtherwise,
  differsOtherwise,
  expectSetRight,
  missingThoughConfirmed,
  namedOtherwise,
} from './testing/exception-lists.ts';
import { accept, anotherOwner, decide, exceptionsOf, reopen } from './testing/exception-world.ts';
import { contentOf } from './testing/history-files.ts';
import { claimBeside, expectOneState, withdrawClaim } from './testing/written-off-world.ts';

/**
 * Random histories over the real database: files come, set each other right, are undone and judged again; lines are joined by hand and parted;
 * two people join the same at once; three accept, approve, refuse and reopen, also at once; what is missing is claimed, and claims
 * are withdrawn. Again with MIZAN_SEED=<seed>.
 */
const world = await bankWorld();
const { db } = world.portal;
const runs = process.env['MIZAN_LONG'] ? 120 : 4;
const seed = Number(process.env['MIZAN_SEED'] ?? Date.now() % 2 ** 31);

interface Shop {
  own: BankWorld;
  people: { id: string; token: string }[];
  sold: Sold[];
  files: Map<number, string>;
  claims: string[];
  brought: number;
}

async function openShop(): Promise<Shop> {
  const own = await anotherMerchant(world);
  const sold = await sell(
    own,
    [10_000, 25_000, 13_850, 40_000, 12_000, 11_000, 30_000, 9_900, 8_000, 60_000].map(
      (amountMinor, index) => ({
        amountMinor,
        at: `2026-11-${index < 5 ? 16 : 17} 1${index % 9}:00`,
      }),
    ),
  );
  const [khalid, maha] = [await anotherOwner(own, 'Khalid'), await anotherOwner(own, 'Maha')];
  const people = [{ id: own.merchant.owner.userId, token: own.token }, khalid, maha];
  return { own, people, sold, files: new Map(), claims: [], brought: 0 };
}

const person = fc.nat(2);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('bring' as const), which: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const), which: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), which: fc.nat(4) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('match' as const), which: fc.nat(6) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('matchAtOnce' as const), one: fc.nat(6), other: fc.nat(6) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('part' as const), which: fc.nat(5) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('accept' as const), which: fc.nat(9), by: person, of: person }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      which: fc.nat(3),
      by: person,
      refuses: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decideAtOnce' as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reopen' as const), which: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      beside: fc.boolean(),
      which: fc.nat(9),
      by: person,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('withdraw' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('together' as const),
      act: fc.constantFrom(...togetherActs),
      by: person,
      of: person,
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What somebody may try to join: of each file what fits, and what does not. */
interface Join {
  which: number;
  lines: number[];
  payments: (string | undefined)[];
}
function joinsOf({ sold }: Shop): Join[] {
  const id = (place: number) => sold[place]?.id;
  return [
    { which: 0, lines: [3], payments: [id(1), id(2)] },
    { which: 1, lines: [3, 4], payments: [id(6)] },
    { which: 1, lines: [5], payments: [id(7)] },
    { which: 0, lines: [4], payments: [id(3)] },
    { which: 2, lines: [2], payments: [id(1)] },
    // One of two lines to a payment, and a line with a payment that another join has.
    { which: 1, lines: [3], payments: [id(6)] },
    { which: 2, lines: [2, 3], payments: [id(1)] },
  ];
}

async function play(shop: Shop, each: Step): Promise<void> {
  const { own, people, files } = shop;
  const token = (place: number): string => people[place]?.token ?? '';
  const pick = async (state: string, which: number) => {
    const rows = await exceptionsOf(own, { state });
    return rows[which % Math.max(rows.length, 1)];
  };
  if (each.do === 'bring') {
    if (files.has(each.which)) return;
    shop.brought += 1;
    const file = await reconcile(
      own,
      contentOf(shop.sold, each.which, shop.brought),
      `file-${each.which}.csv`,
    );
    files.set(each.which, file.id);
  } else if (each.do === 'undo') {
    const id = files.get(each.which);
    if (!id) return;
    await own.portal.call(undoBankFile, { params: { id } }, { token: own.token });
    files.delete(each.which);
  } else if (each.do === 'again') {
    const id = files.get(each.which);
    if (id) await inTenant(db, own.merchant.merchantId, (tx) => judgeAgain(tx, id, judgementCause));
  } else if (each.do === 'match') {
    count(`match ${await joinBy(shop, 0, joinsOf(shop)[each.which])}`);
  } else if (each.do === 'matchAtOnce') {
    await matchAtOnce(shop, each);
  } else if (each.do === 'part') {
    const matches = await standing(own);
    const match = matches[each.which % Math.max(matches.length, 1)];
    if (match) await own.portal.call(undoHandMatch, { params: { id: match.id } }, { token: own.token });
  } else if (each.do === 'accept') {
    const found = await pick('OPEN', each.which);
    if (found) await accept(own, found, people[each.of]?.id ?? null, token(each.by));
  } else if (each.do === 'decide') {
    const found = await pick('ASKED', each.which);
    if (found) await decide(own, found, token(each.by), each.refuses ? 'REFUSE' : 'APPROVE');
  } else if (each.do === 'decideAtOnce') {
    const found = await pick('ASKED', each.which);
    if (!found) return;
    const told = await Promise.all(people.map((one) => decide(own, found, one.token)));
    count('accepted');
    // While a claim asks the bank for it nobody approves it; otherwise one of them does.
    const isClaimed = told.some(({ reason }) => reason === 'claimed');
    expect(told.filter(({ status }) => status === 200)).toHaveLength(isClaimed ? 0 : 1);
  } else if (each.do === 'claim') {
    const found = each.beside ? await pick('OPEN', each.which) : undefined;
    const claim = await claimBeside(own, found && accept(own, found, null, token(each.by)));
    count(`claim ${claim.status}`);
    if (claim.id) shop.claims.push(claim.id);
  } else if (each.do === 'withdraw') {
    const id = shop.claims.pop();
    if (id) expect(await withdrawClaim(own, id)).toBe(200);
  } else if (each.do === 'together') {
    await actTogether(shop, each);
  } else {
    const found = await pick('ACCEPTED', each.which);
    if (found) await reopen(own, found.id);
  }
  await own.runner.idle();
  count(each.do);
}

/** What somebody is answered who joins; null where the file is not there. */
async function joinBy(
  { own, people, files }: Shop,
  place: number,
  join: Join | undefined,
): Promise<number | null> {
  const id = join && files.get(join.which);
  if (!id) return null;
  const body = { lines: join.lines, transactionIds: join.payments.flatMap((one) => one ?? []), note: '' };
  const by = { token: people[place]?.token ?? '' };
  const { statusCode } = await own.portal.call(makeHandMatch, { params: { id }, body }, by);
  expect([200, 409]).toContain(statusCode);
  return statusCode;
}

/** Two people at once: of two joins that have a line or a payment in common one alone comes about. */
async function matchAtOnce(shop: Shop, { one, other }: { one: number; other: number }): Promise<void> {
  const joins = [joinsOf(shop)[one], joinsOf(shop)[other]];
  const told = await Promise.all(joins.map((join, place) => joinBy(shop, place + 1, join)));
  const [first, second] = joins;
  const shares =
    first?.payments.some((id) => second?.payments.includes(id)) ||
    (first?.which === second?.which && first?.lines.some((line) => second?.lines.includes(line)));
  const made = told.filter((status) => status === 200).length;
  count(`matchAtOnce ${made}${shares ? ' of what they share' : ''}`);
  if (shares) expect(made).toBeLessThanOrEqual(1);
}

/** One thing with all that stand in a list, whatever their state: what may not be done is refused by itself. */
async function actTogether(
  { own, people }: Shop,
  { act, by, of }: { act: TogetherAct; by: number; of: number },
): Promise<void> {
  const rows = [...(await exceptionsOf(own)), ...(await exceptionsOf(own, { state: 'ACCEPTED' }))];
  if (rows.length === 0) return;
  const whole = {
    ASSIGN: { act: 'ASSIGN' as const, personId: people[of]?.id ?? null },
    ACCEPT: { act: 'ACCEPT' as const, note: 'Together', askPersonId: people[of]?.id ?? null },
    APPROVE: { act: 'APPROVE' as const, note: '' },
    REFUSE: { act: 'REFUSE' as const, note: '' },
    REOPEN: { act: 'REOPEN' as const, note: '' },
  }[act];
  const seen = rows.map(({ id, outcome, differenceMinor }) => ({ id, outcome, differenceMinor }));
  const answer = await own.portal.call(
    workTogether,
    { body: { requestId: randomUUID(), act: whole, rows: seen } },
    { token: people[by]?.token ?? '' },
  );
  expect([200, 409]).toContain(answer.statusCode);
  count(`together ${answer.statusCode}`);
  if (answer.statusCode !== 200) return;
  const told = answer.json<TogetherAnswer>();
  const now = new Map([
    ...(await exceptionsOf(own)).map((each) => [each.id, each] as const),
    ...(await exceptionsOf(own, { state: 'ACCEPTED' })).map((each) => [each.id, each] as const),
  ]);
  expect(told.rows.map(({ id, state }) => [id, state])).toEqual(
    told.rows.map(({ id }) => [id, now.get(id)?.state]),
  );
}

/** How often something was done: a history in which nothing happens shows nothing. */
const counts: Record<string, number> = {};
const count = (what: string): void => void (counts[what] = (counts[what] ?? 0) + 1);

const standing = ({ merchant }: BankWorld) =>
  tenantRows<{ id: string; fileId: string; lines: string[]; payments: string[]; holds: boolean | null }>(
    db,
    merchant.merchantId,
    `SELECT m.id::text, m.bank_file_id::text AS "fileId", m.lines::text[] AS lines,
            m.transaction_ids::text[] AS payments, m.holds
       FROM hand_matches m JOIN bank_files f ON f.merchant_id = tenant_id() AND f.id = m.bank_file_id
      WHERE m.merchant_id = tenant_id() AND m.undone_at IS NULL AND f.state = 'DONE' ORDER BY m.at, m.id`,
  );

/** What every record must come to, from the rows alone. */
async function expectSound({ own, files }: Shop): Promise<void> {
  const { merchantId } = own.merchant;
  const held = await platformRows<{ id: string; count: number }>(
    db,
    `SELECT transaction_id::text AS id, count(*) AS count FROM (
       SELECT transaction_id FROM bank_entries WHERE merchant_id = $1 AND claims
        UNION ALL
       SELECT unnest(transaction_ids) FROM bank_entry_blocks WHERE merchant_id = $1 AND claims) AS all_held
      GROUP BY transaction_id`,
    [merchantId],
  );
  expect(held.filter(({ count }) => count > 1)).toEqual([]);
  for (const id of files.values()) {
    const { state, result, history, judgedAgainBecause } = await detailOf(own, id);
    expect([state, judgedAgainBecause]).toEqual(['DONE', null]);
    expect(history.length).toBeGreaterThan(0);
    for (const { expectedMinor, differenceMinor, bankMinor } of result?.currencies ?? [])
      expect(expectedMinor + differenceMinor).toBe(bankMinor);
  }
  expect(await namedOtherwise(db, merchantId)).toEqual([]);
  expect(await agedOtherwise(db, merchantId)).toEqual([]);
  expect(await differsOtherwise(db, merchantId)).toEqual([]);
  expect(await missingThoughConfirmed(db, merchantId)).toEqual([]);
  await expectMatchesToBeTrue(own);
  await expectTwoToBeTwo(merchantId);
  await expectOneState(own);
  const [dear, right] = [files.get(3), files.get(4)];
  if (await expectSetRight(db, merchantId, dear, right)) count('set right');
}

/** A match that holds has its payments by its lines; what is matched by hand belongs to one that holds. */
async function expectMatchesToBeTrue(own: BankWorld): Promise<void> {
  const byHand = await platformRows<{ file: string; line: string; payment: string | null }>(
    db,
    `SELECT bank_file_id::text AS file, line::text, transaction_id::text AS payment FROM bank_entries e
      WHERE merchant_id = $1 AND matched_by = 'hand'
        AND EXISTS (SELECT 1 FROM bank_files f WHERE f.merchant_id = $1 AND f.id = e.bank_file_id AND f.state = 'DONE')`,
    [own.merchant.merchantId],
  );
  const all = await standing(own);
  const lines = all.flatMap(({ fileId, lines: rows }) => rows.map((line) => `${fileId} ${line}`));
  expect(lines).toEqual([...new Set(lines)]);
  const payments = all.flatMap((each) => each.payments);
  expect(payments).toEqual([...new Set(payments)]);
  const matches = all.filter(({ holds }) => holds);
  const joined = matches.flatMap(({ fileId, payments }) => payments.map((payment) => `${fileId} ${payment}`));
  const found = byHand.flatMap(({ file, payment }) => (payment ? [`${file} ${payment}`] : []));
  expect([...new Set(found)].sort()).toEqual([...joined].sort());
  expect(new Set(matches.flatMap(({ payments }) => payments)).size).toBe(joined.length);
}

/** What stands as accepted above the limit has the word of two people; who asked approved nothing. */
async function expectTwoToBeTwo(merchantId: string): Promise<void> {
  const alone = await platformRows<object>(
    db,
    `SELECT id FROM bank_exceptions
      WHERE merchant_id = $1 AND state = 'ACCEPTED' AND abs(difference_minor) > 20000
        AND (approved_by_id IS NULL OR approved_by_id = asked_by_id)`,
    [merchantId],
  );
  const own = await platformRows<object>(
    db,
    `SELECT s.id FROM bank_exception_steps s
      WHERE s.merchant_id = $1 AND s.kind = 'APPROVED' AND s.by_id = (
        SELECT a.by_id FROM bank_exception_steps a
         WHERE a.merchant_id = $1 AND a.exception_id = s.exception_id AND a.kind = 'ASKED' AND a.id < s.id
         ORDER BY a.id DESC LIMIT 1)`,
    [merchantId],
  );
  expect([alone, own]).toEqual([[], []]);
}

test(`in any order of matching, accepting, approving, reopening, undoing and judging again every record is claimed once (seed ${seed})`, {
  timeout: runs * 150_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 14 }), async (steps) => {
      const shop = await openShop();
      for (const which of [0, 1, 3]) await play(shop, { do: 'bring', which });
      await play(shop, { do: 'match', which: 0 });
      for (const each of steps) {
        await play(shop, each);
        await expectSound(shop);
      }
      // Without any match the files say what they say when nobody ever joined anything.
      for (const { id } of await standing(shop.own))
        await shop.own.portal.call(undoHandMatch, { params: { id } }, { token: shop.own.token });
      await shop.own.runner.idle();
      await expectSound(shop);
      expect(await expectationDifferences(db)).toEqual([]);
      expect(await rollupDifferences(db)).toEqual([]);
      for (const id of shop.files.values())
        expect(
          (await entriesOf(shop.own, id, 'all')).filter(({ matchedBy }) => matchedBy === 'hand'),
        ).toEqual([]);
    }),
    { seed, numRuns: runs },
  );
  const wanted = [
    'match 200',
    'matchAtOnce 1 of what they share',
    'part',
    'accept',
    'decide',
    'reopen',
    'again',
    'undo',
    'together 200',
    'claim 201',
    'withdraw',
    'set right',
  ];
  if (runs > 10) expect(wanted.filter((what) => !counts[what])).toEqual([]);
});
