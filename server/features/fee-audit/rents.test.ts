import { randomUUID } from 'node:crypto';
import type { FeeClaimDetail } from '@mizan/contract/fee-claims.ts';
import * as claims from '@mizan/contract/fee-claims.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import * as contract from '@mizan/contract/rents.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { typedLines } from '../exceptions/testing/chargeback-world.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { bankIdOf, rentOf } from './testing/planted-fees.ts';

/** Rents that files have, against what was agreed. Sunday, 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const november = { from: '2026-11-10', to: '2026-11-21' };

const auditOf = async ({ portal, token }: BankWorld) => {
  const answer = await portal.call(contract.getRentAudit, { query: november }, { token });
  expect(answer.statusCode).toBe(200);
  return contract.getRentAudit.output.parse(answer.json());
};
const agree = async (
  { portal, token }: BankWorld,
  bankId: string,
  amountMinor: number,
  validFrom: string,
) => {
  const body = { bankId, kind: 'rent' as const, amountMinor, vatBps: 1_500, validFrom };
  expect((await portal.call(contract.addRent, { body }, { token })).statusCode).toBe(200);
};

async function withRents() {
  const own = await anotherMerchant(world);
  const bankId = await bankIdOf(own);
  const [one, two] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 10:00', terminal: 0 },
    { amountMinor: 20_000, at: '2026-11-16 11:00', terminal: 1 },
  ])) as [Sold, Sold];
  const lines: [string, string][] = [
    [csvLineOf(one), 'Purchase'],
    [csvLineOf(two), 'Purchase'],
    [rentOf(one, 11_500), 'Terminal rent 11/2026'],
    [rentOf(two, 11_500), 'Terminal rent 11/2026'],
    [rentOf(two, 11_500), 'Terminal rent 11/2026'],
  ];
  await reconcile(own, typedLines(lines), 'monday.csv');
  return { own, bankId, one, two };
}

test('charged as agreed, twice, and by a file that comes twice: the second terminal alone is claimed, with its lines', async () => {
  const { own, bankId, one, two } = await withRents();
  expect((await auditOf(own)).rows.map(({ finding }) => finding)).toEqual(['notAgreed', 'notAgreed']);
  await agree(own, bankId, 9_000, '2026-09');
  await agree(own, bankId, 10_000, '2026-11');
  // The file of the week has the same rent of the first terminal: it is one charge.
  const [next] = (await sell(own, [{ amountMinor: 5_000, at: '2026-11-17 10:00' }])) as [Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(next), 'Purchase'],
      [rentOf(one, 11_500), 'Terminal rent 11/2026'],
    ]),
    'week.csv',
  );
  const { rows, from, to } = await auditOf(own);
  expect([from, to]).toEqual(['2026-11-01', '2026-11-30']);
  const tids = await platformRows<{ id: string; tid: string }>(
    own.portal.db,
    'SELECT terminal_id::text AS id, tid FROM transactions WHERE id = ANY ($1::bigint[]) ORDER BY id',
    [[one.id, two.id]],
  );
  expect(rows.toSorted((a, b) => a.lineCount - b.lineCount)).toMatchObject([
    {
      tid: tids[0]?.tid,
      lineCount: 1,
      chargedMinor: 11_500,
      agreedMinor: 11_500,
      finding: 'asAgreed',
      isClaimable: false,
    },
    {
      tid: tids[1]?.tid,
      lineCount: 2,
      chargedMinor: 23_000,
      agreedMinor: 11_500,
      differenceMinor: 11_500,
      finding: 'twice',
      isClaimable: true,
      files: [{ name: 'monday.csv', lines: [5, 6] }],
    },
  ]);
});

const make = ({ portal, token }: BankWorld, bankId: string, more: object = {}) =>
  portal.call(
    contract.makeRentClaim,
    { body: { requestId: randomUUID(), ...november, bankId, count: 1, claimedMinor: 11_500, ...more } },
    { token },
  );

test('a rent is claimed once: the claim has its number, its letter in both languages and a workbook', async () => {
  const { own, bankId } = await withRents();
  expect((await make(own, bankId)).json()).toMatchObject({ details: { reason: 'changed' } });
  await agree(own, bankId, 10_000, '2026-11');
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(own, bankId)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
    201, 409, 409, 409, 409, 409,
  ]);
  const claim = answers.find(({ statusCode }) => statusCode === 201)?.json<FeeClaimDetail>();
  expect(claim).toMatchObject({
    name: 'CLM-2026-0001',
    kind: 'RENTS',
    count: 1,
    claimedMinor: 11_500,
    changedCount: 0,
    files: [{ name: 'monday.csv', isThere: true }],
  });
  expect(claim?.letters.en.title).toBe('Claim for terminal rent and fees: SAR 115.00');
  // A rent is of a month: its first day would be read as the day of the charge.
  expect(claim?.letters.en.paragraphs.join(' ')).toContain('November 2026');
  expect(claim?.letters.en.paragraphs.join(' ')).not.toContain('Nov 1, 2026');
  expect(claim?.letters.ar.paragraphs.join(' ')).toContain('نوفمبر ٢٠٢٦');
  expect(claim?.letters.ar.paragraphs.join(' ')).not.toContain('١ نوفمبر');
  const { rows } = await auditOf(own);
  expect(rows.find(({ finding }) => finding === 'twice')).toMatchObject({
    isClaimable: false,
    claimedMinor: 11_500,
    claims: [{ id: claim?.id, name: 'CLM-2026-0001' }],
  });
  const pack = (format: 'pdf' | 'xlsx' | 'zip', token = own.token) =>
    own.portal.call(claims.packFeeClaim, { params: { id: claim?.id ?? '' }, query: { format } }, { token });
  for (const [format, starts] of [
    ['pdf', '%PDF'],
    ['xlsx', 'PK'],
    ['zip', 'PK'],
  ] as const) {
    const file = await pack(format);
    expect([file.statusCode, file.rawPayload.subarray(0, starts.length).toString()]).toEqual([200, starts]);
  }
  const stranger = await anotherMerchant(world);
  expect((await pack('zip', stranger.token)).statusCode).toBe(404);
});

test('the same request again is the same claim of rents; its id with another body is refused', async () => {
  const { own, bankId } = await withRents();
  await agree(own, bankId, 10_000, '2026-11');
  const requestId = randomUUID();
  const first = await make(own, bankId, { requestId });
  const again = await make(own, bankId, { requestId });
  expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
  expect(again.json()).toEqual(first.json());
  expect((await make(own, bankId, { requestId, count: 2 })).json()).toMatchObject({
    details: { reason: 'otherRequest' },
  });
});

test.each([1, 2, 3])(
  'random claims, withdrawals, files and undos (seed %i): no riyal of a rent stands in two claims',
  async (seed) => {
    const { own, bankId, two } = await withRents();
    await agree(own, bankId, 10_000, '2026-11');
    let state = seed;
    const next = (): number => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
    const live: string[] = [];
    let again: string | null = null;
    for (let step = 0; step < 14; step += 1) {
      const before = (await auditOf(own)).rows.filter((row) => row.isClaimable);
      const freeMinor = before.reduce((sum, row) => sum + row.differenceMinor - row.claimedMinor, 0);
      const dice = next();
      if (dice < 0.5) {
        const answer = await make(own, bankId, {
          count: Math.max(before.length, 1),
          claimedMinor: freeMinor || 1,
        });
        expect(answer.statusCode).toBe(before.length > 0 ? 201 : 409);
        if (answer.statusCode === 201) live.push(answer.json<FeeClaimDetail>().id);
      } else if (dice < 0.7) {
        const [id] = live.splice(Math.floor(next() * live.length), 1);
        if (id !== undefined) {
          const gone = await own.portal.call(
            claims.withdrawFeeClaim,
            { params: { id } },
            { token: own.token },
          );
          expect(gone.statusCode).toBe(200);
        }
      } else if (again === null) {
        // One more of the same on another day of the month: that much more can be asked for.
        const [added] = (await sell(own, [{ amountMinor: 5_000, at: '2026-11-17 10:00', terminal: 1 }])) as [
          Sold,
        ];
        const lines: [string, string][] = [
          [csvLineOf(added), 'Purchase'],
          [rentOf({ ...two, at: added.at }, 11_500), 'Terminal rent 11/2026'],
        ];
        again = (await reconcile(own, typedLines(lines), `again${step}.csv`)).id;
      } else {
        const answer = await own.portal.call(undoBankFile, { params: { id: again } }, { token: own.token });
        expect(answer.statusCode).toBe(200);
        await own.runner.idle();
        again = null;
      }
      const said = await platformRows<{ minor: number }>(
        own.portal.db,
        `SELECT coalesce(sum(l.over_minor), 0)::bigint AS minor FROM rent_claim_lines l
         JOIN fee_claims c ON c.merchant_id = l.merchant_id AND c.id = l.claim_id AND c.state <> 'WITHDRAWN'
        WHERE l.merchant_id = $1`,
        [own.merchant.merchantId],
      );
      const row = (await auditOf(own)).rows.find(({ tid }) => tid === two.tid);
      expect(row?.claimedMinor).toBe(said[0]?.minor);
      // What was claimed of a file that was undone since stays in its claim, and no more is claimed beside it.
      if (dice < 0.5 && before.length > 0) expect(row?.claimedMinor).toBe(row?.differenceMinor);
    }
  },
);
