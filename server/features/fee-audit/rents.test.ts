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
import { bankIdOf } from './testing/planted-fees.ts';

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
/** A line of a bank about no payment: the terminal's number, or none. */
const rentOf = (sale: Sold, amountMinor: number): string =>
  csvLineOf(sale, {
    amountMinor: -amountMinor,
    feeMinor: 0,
    vatMinor: 0,
    rrn: '',
    approvalCode: '',
    lastFour: '',
  });

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

test('the pack is a letter in both languages and a workbook; 404 where nothing was charged too much, or of another merchant', async () => {
  const { own, bankId } = await withRents();
  const pack = (format: 'pdf' | 'xlsx' | 'zip', token = own.token) =>
    own.portal.call(contract.packRents, { query: { ...november, bankId, format } }, { token });
  expect((await pack('zip')).statusCode).toBe(404);
  await agree(own, bankId, 10_000, '2026-11');
  for (const [format, starts] of [
    ['pdf', '%PDF'],
    ['xlsx', 'PK'],
    ['zip', 'PK'],
  ] as const) {
    const file = await pack(format);
    expect([file.statusCode, file.rawPayload.subarray(0, starts.length).toString()]).toEqual([200, starts]);
    expect(file.headers['content-disposition']).toContain(`rents-2026-11-2026-11.${format}`);
  }
  const stranger = await anotherMerchant(world);
  expect((await pack('zip', stranger.token)).statusCode).toBe(404);
  const facts = await platformRows<{ action: string }>(
    own.portal.db,
    "SELECT action FROM audit_entries WHERE merchant_id = $1 AND action = 'banks.rentSet'",
    [own.merchant.merchantId],
  );
  expect(facts).toHaveLength(1);
});
