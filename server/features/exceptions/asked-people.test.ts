import { getAskedOfMe } from '@mizan/contract/asked-of-me.ts';
import * as contract from '@mizan/contract/exceptions.ts';
import { expect, test } from 'vitest';
import { platformRows } from '../../platform/database/database.ts';
import { startWorker } from '../../platform/jobs/worker.ts';
import { createLog } from '../../platform/log.ts';
import { openMailer } from '../../platform/mail/mailer.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  type Sold,
  sell,
} from '../reconciliation/testing/bank-world.ts';
import { exceptionsJobs } from './exceptions.jobs.ts';
import { accept, anotherOwner, decide, exceptionsOf } from './testing/exception-world.ts';

/** Whoever is asked to approve a difference, or is given one, hears of it. */
const world = await bankWorld();
const { db, clock, database } = world.portal;
/** A merchant with 250.00 too little on one line, above the limit of one person. */
async function withLarge() {
  const own = await anotherMerchant(world);
  const [first, short] = (await sell(own, [
    { amountMinor: 10_000, at: '2026-11-16 09:00' },
    { amountMinor: 60_000, at: '2026-11-16 10:00' },
  ])) as [Sold, Sold];
  await reconcile(own, csvOf([csvLineOf(first), csvLineOf(short, { amountMinor: 35_000 })]), 'najd.csv');
  const [large] = await exceptionsOf(own);
  return { own, large: large as contract.ExceptionRow };
}

const jobsLeft = async (): Promise<number> => {
  const [row] = await platformRows<{ count: number }>(
    db,
    "SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'exceptions.tellAsked'",
    [],
  );
  return row?.count ?? 0;
};

/** What is in the post for somebody, after a worker did what waited until then. */
async function mailsTo(
  name: string,
  own: BankWorld,
): Promise<{ subject: string; text: string; link: string }[]> {
  const worker = await startWorker({
    url: database.roles.platform,
    log: createLog('silent'),
    jobs: exceptionsJobs({
      db,
      clock,
      mailer: openMailer({ smtpUrl: null, host: 'localhost', clock }),
      linkBase: () => 'https://mizan.test',
    }),
  });
  await expect.poll(jobsLeft).toBe(0);
  await worker.stop();
  return platformRows(
    db,
    'SELECT subject, body_text AS text, link FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [`${name}-${own.merchant.merchantId}@mizan.test`],
  );
}

const waitingFor = async (own: BankWorld, token: string) => {
  const answer = await own.portal.call(getAskedOfMe, {}, { token });
  const { approval, assigned } = answer.json<{ approval: object; assigned: object }>();
  return { approval, assigned };
};
const nothing = { count: 0, onlyId: null };

test('the second person has it in the bell and by mail, with its address; once decided it waits for nobody', async () => {
  const { own, large } = await withLarge();
  const khalid = await anotherOwner(own, 'Khalid');
  expect(await accept(own, large, khalid.id)).toEqual({ status: 200, state: 'ASKED' });
  expect(await waitingFor(own, khalid.token)).toEqual({
    approval: { count: 1, onlyId: large.id },
    assigned: nothing,
  });
  expect(await waitingFor(own, own.token)).toEqual({ approval: nothing, assigned: nothing });
  const [mail, ...others] = await mailsTo('khalid', own);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe(`${own.merchant.owner.fullName} asks for your approval in Mizan`);
  expect(mail?.text).toContain('252.30\u2069 SAR, najd.csv');
  expect(mail?.text).toContain('Agreed with the bank');
  expect(mail?.link).toBe(`https://mizan.test/reconciliation/exceptions?open=${large.id}`);
  const ids = async (askedOf: string) =>
    (
      await own.portal.call(
        contract.listExceptions,
        { query: { state: 'ASKED', askedOf } },
        { token: own.token },
      )
    )
      .json<{ rows: { id: string }[] }>()
      .rows.map(({ id }) => id);
  expect(await ids(khalid.id)).toEqual([large.id]);
  expect(await ids(own.merchant.owner.userId)).toEqual([]);
  await decide(own, large, khalid.token);
  expect(await waitingFor(own, khalid.token)).toEqual({ approval: nothing, assigned: nothing });
});

test('the person who is given one hears of it; nobody is written to about what they give themselves', async () => {
  const { own, large } = await withLarge();
  const khalid = await anotherOwner(own, 'Khalid');
  const assign = (personId: string, token: string) =>
    own.portal.call(contract.assignException, { params: { id: large.id }, body: { personId } }, { token });
  await assign(khalid.id, khalid.token);
  expect(await mailsTo('khalid', own)).toEqual([]);
  await assign(own.merchant.owner.userId, own.token);
  await assign(khalid.id, own.token);
  expect(await waitingFor(own, khalid.token)).toEqual({
    approval: nothing,
    assigned: { count: 1, onlyId: large.id },
  });
  expect((await mailsTo('khalid', own)).map(({ subject }) => subject)).toEqual([
    `${own.merchant.owner.fullName} assigned an exception to you in Mizan`,
  ]);
});

test('no mail to whoever asked to go without, and none about what was taken back before it was written', async () => {
  const { own, large } = await withLarge();
  const [khalid, maha] = [await anotherOwner(own, 'Khalid'), await anotherOwner(own, 'Maha')];
  await platformRows(
    db,
    `INSERT INTO user_preferences (user_id, digits, calendar, muted_notices, sign_in_mail, asked_mail)
     VALUES ($1, 'language', 'gregorian', '{}', true, false)`,
    [khalid.id],
  );
  await accept(own, large, khalid.id);
  expect(await mailsTo('khalid', own)).toEqual([]);
  await decide(own, large, own.token, 'REFUSE');
  await accept(own, large, maha.id);
  await decide(own, large, own.token, 'REFUSE');
  expect(await mailsTo('maha', own)).toEqual([]);
});
