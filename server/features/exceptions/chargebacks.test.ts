import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import * as contract from '@mizan/contract/chargebacks.ts';
import { undoBankFile } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { pdfSaying } from '../../platform/scanner/testing/document-files.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { givenBack, typedLines, withChargebackOf } from './testing/chargeback-world.ts';
import { exceptionOf, exceptionsOf } from './testing/exception-world.ts';

/** What people do about a chargeback, and the files attached to it. Sunday 22 November 2026, noon in Riyadh. */
const world = await bankWorld();
const { db } = world.portal;

const withChargeback = async () => withChargebackOf(await anotherMerchant(world));

async function told<T>(answer: Promise<{ statusCode: number; json: () => unknown }>) {
  const got = await answer;
  const body = got.json() as T & { details?: { reason?: string } };
  return got.statusCode === 200 ? body : [got.statusCode, body.details?.reason];
}
const read = ({ portal, token }: BankWorld, id: string) =>
  told<contract.Chargeback>(portal.call(contract.getChargeback, { params: { id } }, { token }));
const nothing = { stage: 'RECEIVED' as const, answeredOn: null, deadlineDay: null, note: '' };
const change = (
  { portal, token }: BankWorld,
  id: string,
  part: Partial<Omit<typeof nothing, 'stage' | 'answeredOn' | 'deadlineDay'>> & {
    stage?: contract.ChargebackStage;
    answeredOn?: string;
    deadlineDay?: string;
  },
) =>
  told<contract.Chargeback>(
    portal.call(contract.changeChargeback, { params: { id }, body: { ...nothing, ...part } }, { token }),
  );
const attach = ({ portal, token }: BankWorld, id: string, fileName: string, body: Buffer) =>
  portal.call(contract.addEvidence, { params: { id }, query: { fileName }, body: body as never }, { token });

test('the deadline is the one that a person copied from the bank, and nothing is shown where nobody did', async () => {
  const { own, one } = await withChargeback();
  expect(await read(own, one.id)).toEqual({
    stage: 'RECEIVED',
    answeredOn: null,
    deadline: null,
    reckoned: null,
    returns: [],
    isSettled: false,
    evidence: [],
  });
  expect(one.answerBy).toBe(null);
  expect(await change(own, one.id, { deadlineDay: '2026-12-03' })).toMatchObject({
    deadline: { day: '2026-12-03', byName: own.merchant.owner.fullName },
  });
  expect((await exceptionsOf(own))[0]).toMatchObject({ state: 'OPEN', answerBy: '2026-12-03' });
  expect(
    await change(own, one.id, { stage: 'ANSWERED', answeredOn: '2026-11-22', deadlineDay: '2026-12-03' }),
  ).toMatchObject({ stage: 'ANSWERED', answeredOn: '2026-11-22' });
  // Answered, it is still open: nothing is settled by having been answered.
  expect((await exceptionsOf(own))[0]).toMatchObject({ state: 'OPEN', answerBy: null });
  const { steps } = await exceptionOf(own, one.id);
  expect(steps.map(({ kind, stage }) => [kind, stage])).toEqual([
    ['CHARGEBACK', 'ANSWERED'],
    ['CHARGEBACK', 'RECEIVED'],
  ]);
});

test('409: an answer without its day or of a day to come; won without a line of the bank that gave it back', async () => {
  const { own, one } = await withChargeback();
  expect(await change(own, one.id, { stage: 'ANSWERED' })).toEqual([409, 'answerDay']);
  expect(await change(own, one.id, { stage: 'ANSWERED', answeredOn: '2026-11-23' })).toEqual([
    409,
    'answeredLater',
  ]);
  expect(await change(own, one.id, { stage: 'WON' })).toEqual([409, 'noReturn']);
  expect(await change(own, one.id, { stage: 'LOST' })).toMatchObject({ stage: 'LOST' });
});

const bell = async ({ portal, merchant }: BankWorld) => {
  const token = await portal.tokenOf(merchant.owner.userId);
  const { answerSoon, answerMissed } = (await portal.call(getAskedOfMe, {}, { token })).json<
    Record<string, unknown>
  >();
  return { answerSoon, answerMissed };
};
const none = { count: 0, onlyId: null };

test('the bell names a chargeback from seven days before the bank’s deadline on, and otherwise once it is past', async () => {
  const { own, one } = await withChargeback();
  const found = { count: 1, onlyId: one.id };
  expect(await bell(own)).toEqual({ answerSoon: none, answerMissed: none });
  for (const [deadlineDay, answerSoon, answerMissed] of [
    ['2026-11-30', none, none],
    ['2026-11-29', found, none],
    ['2026-11-22', found, none],
    ['2026-11-21', none, found],
  ] as const) {
    await change(own, one.id, { deadlineDay });
    expect([deadlineDay, await bell(own)]).toEqual([deadlineDay, { answerSoon, answerMissed }]);
  }
  const stranger = await anotherMerchant(world);
  expect(await bell(stranger)).toEqual({ answerSoon: none, answerMissed: none });
  await change(own, one.id, { stage: 'ANSWERED', answeredOn: '2026-11-20', deadlineDay: '2026-11-21' });
  expect(await bell(own)).toEqual({ answerSoon: none, answerMissed: none });
});

test('the line by which the bank gives it back finds its chargeback, and no other one', async () => {
  const { own, one, disputed } = await withChargeback();
  const file = await givenBack(own, disputed);
  expect(await read(own, one.id)).toMatchObject({
    returns: [{ fileName: 'wednesday.csv', line: 3, currency: 'SAR', amountMinor: 10_000 }],
  });
  expect(await change(own, one.id, { stage: 'WON' })).toMatchObject({ stage: 'WON' });
  await own.portal.call(undoBankFile, { params: { id: file.id } }, { token: own.token });
  await own.runner.idle();
  // Without that line it is not won.
  expect(await read(own, one.id)).toMatchObject({ stage: 'RECEIVED', isSettled: false, returns: [] });
  const returning = await exceptionsOf(own, { outcome: 'chargeback' });
  expect(returning.map(({ id }) => id)).toEqual([one.id]);
});

test('what the bank gave back once answers the first chargeback of a payment, not the one after it', async () => {
  const { own, one, disputed } = await withChargeback();
  await givenBack(own, disputed);
  const [last] = (await sell(own, [{ amountMinor: 50_000, at: '2026-11-19 10:00' }])) as [Sold];
  await reconcile(
    own,
    typedLines([
      [csvLineOf(last), 'Purchase'],
      [csvLineOf(disputed, { amountMinor: -10_000, feeMinor: 0, vatMinor: 0 }), 'Second Chargeback'],
    ]),
    'thursday.csv',
  );
  const taken = (await exceptionsOf(own, { outcome: 'chargeback' })).filter(
    ({ differenceMinor, id }) => differenceMinor < 0 && id !== one.id,
  );
  expect(taken).toHaveLength(1);
  const again = taken[0]?.id ?? '';
  expect(await read(own, one.id)).toMatchObject({ returns: [{ fileName: 'wednesday.csv' }] });
  expect(await read(own, again)).toMatchObject({ returns: [] });
  expect(await change(own, again, { stage: 'WON' })).toEqual([409, 'noReturn']);
});

test('evidence is a whole PDF or picture by its content, under a name of its kind, and is handed out as a download', async () => {
  const { own, one } = await withChargeback();
  const refused = await attach(own, one.id, 'slip.pdf', Buffer.from('<html><script>alert(1)</script>'));
  expect([refused.statusCode, refused.json<{ details: object }>().details]).toEqual([
    422,
    { documents: 'documentInvalid' },
  ]);
  const kept = await attach(own, one.id, 'إيصال.html', pdfSaying('signed slip'));
  expect(kept.statusCode).toBe(200);
  const row = kept.json<contract.EvidenceRow>();
  expect(row.fileName).toBe('إيصال.html.pdf');
  const file = await own.portal.call(contract.getEvidence, { params: { id: row.id } }, { token: own.token });
  expect(file.headers['content-disposition']).toMatch(/^attachment/);
  expect(file.headers['content-type']).toBe('application/pdf');
  expect(file.rawPayload.equals(pdfSaying('signed slip'))).toBe(true);
  const stranger = await anotherMerchant(world);
  const theirs = await own.portal.call(
    contract.getEvidence,
    { params: { id: row.id } },
    { token: stranger.token },
  );
  expect(theirs.statusCode).toBe(404);
  const facts = await platformRows<{ action: string }>(
    db,
    `SELECT action FROM audit_entries WHERE merchant_id = $1 AND action LIKE 'exceptions.%' ORDER BY id`,
    [own.merchant.merchantId],
  );
  expect(facts.map(({ action }) => action)).toEqual([
    'exceptions.evidenceAdded',
    'exceptions.evidenceDownloaded',
  ]);
});

test('409: more files than a chargeback may have; 404: what is no chargeback', async () => {
  const { own, one, disputed } = await withChargeback();
  await platformRows(
    db,
    `INSERT INTO chargeback_evidence (merchant_id, exception_id, file_name, media_type, content, by_id, by_name, at)
     SELECT $1, $2, 'a.pdf', 'application/pdf', 'x', 1, 'Sara', now() FROM generate_series(1, $3::integer) ON CONFLICT DO NOTHING`,
    [own.merchant.merchantId, one.id, contract.evidenceLimits.filesMax],
  );
  const more = await attach(own, one.id, 'b.pdf', pdfSaying('one more'));
  expect(more.json<{ details: object }>().details).toEqual({ reason: 'evidenceTooMany' });
  await givenBack(own, disputed);
  const back = (await exceptionsOf(own, { outcome: 'chargeback' })).find(
    ({ differenceMinor }) => differenceMinor > 0,
  );
  expect(await read(own, back?.id ?? '')).toEqual([404, undefined]);
});
