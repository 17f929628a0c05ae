import { randomUUID } from 'node:crypto';
import type { TransactionDetail } from '@mizan/contract/transactions.ts';
import { beforeEach, expect, test } from 'vitest';
import { getAskedOfMe } from './features/exceptions/exceptions.service.ts';
import { storePreferences } from './features/preferences/preferences.queries.ts';
import { previewRefund } from './features/refunds/refund-effect.service.ts';
import { setRefundLimit } from './features/refunds/refund-limit.service.ts';
import { refundsJobs } from './features/refunds/refunds.mails.ts';
import {
  approveRefund,
  refuseRefund,
  startRefund,
  withdrawRefund,
} from './features/refunds/refunds.service.ts';
import { anotherOwner } from './features/refunds/testing/another-owner.ts';
import { inPlatform, platformRows } from './platform/database/database.ts';
import type { Member } from './platform/http/call.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLog } from './platform/log.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { wordsFor } from './platform/words.ts';
import { resultOf } from './testing/hand-terminal.ts';
import { openWorld } from './testing/stand.ts';
import { openTill, type Till } from './testing/till.ts';

/** A refund above the limit: who may approve it hears of it by the bell and by mail, as long as it waits. */
const world = await openWorld();
const { db, clock, database } = world;
const deps = { db, clock };
const stand = await world.stand();
let till: Till;
let huda: Member;
let khalid: Member;
let purchase: TransactionDetail;

beforeEach(async () => {
  till = await openTill(world, stand);
  huda = till.shop.owner;
  khalid = await anotherOwner(db, till.shop);
  await platformRows(db, `UPDATE users SET email = $2, locale = 'en' WHERE id = $1`, [
    khalid.userId,
    mailbox(),
  ]);
  await setRefundLimit(deps, huda, 1_000);
  const begun = await till.begin(40_000);
  till.terminal.send({ type: 'pay.result', body: resultOf(begun.uuid, 40_000) });
  await till.terminal.next('result.ack');
  purchase = begun;
});

const mailbox = (): string => `${khalid.userId}@mizan.test`;
const ask = (amountMinor: number) =>
  startRefund(deps, huda, {
    refundId: randomUUID(),
    originalId: purchase.id,
    type: 'REFUND',
    amountMinor,
    reason: 'RETURNED',
  });
const bellOf = async (member: Member) => (await getAskedOfMe(deps, member)).refunds;
const nothing = { count: 0, onlyId: null };

/** What is in the post for the second person, after a worker did what waited until then. */
async function mails(): Promise<{ text: string; link: string }[]> {
  const worker = await startWorker({
    url: database.roles.platform,
    log: createLog('silent'),
    jobs: refundsJobs({
      db,
      clock,
      mailer: openMailer({ smtpUrl: null, host: 'localhost', clock }),
      linkBase: () => 'https://mizan.test',
    }),
  });
  const left = `SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'refunds.tellApprover'`;
  await expect.poll(async () => (await platformRows<{ count: number }>(db, left, []))[0]?.count).toBe(0);
  await worker.stop();
  const sent = 'SELECT body_text AS text, link FROM outbox_mails WHERE recipient = $1 ORDER BY id';
  return platformRows(db, sent, [mailbox()]);
}

test('the second person has it in the bell and by mail, with its amount and address; who asked has neither', async () => {
  const one = await ask(5_000);
  expect(await bellOf(khalid)).toEqual({ count: 1, onlyId: one.id });
  expect(await bellOf(huda)).toEqual(nothing);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.link).toBe(`https://mizan.test/refunds?open=${one.id}`);
  expect(mail?.text).toContain(`a refund of 50.00 SAR of payment #${purchase.id}.`);
  await ask(6_000);
  expect(await bellOf(khalid)).toEqual({ count: 2, onlyId: null });
});

test('to who reads Arabic the currency is named in Arabic', async () => {
  await platformRows(db, `UPDATE users SET locale = 'ar' WHERE id = $1`, [khalid.userId]);
  await ask(5_000);
  const [mail] = await mails();
  expect(mail?.text).toContain(
    `${wordsFor('ar').amount(5_000)} ${wordsFor('ar').text('units:currency.SAR')}`,
  );
  expect(mail?.text).not.toContain('SAR');
});

test.each([
  ['taken back', (id: string) => withdrawRefund(deps, huda, id)],
  ['refused', (id: string) => refuseRefund(deps, khalid, id, 'Nothing came back')],
  ['approved', (id: string) => approveRefund(deps, khalid, id)],
] as const)('once it is %s it waits for nobody, and a mail not yet written is not', async (_, decide) => {
  const { id } = await ask(5_000);
  await decide(id);
  expect(await bellOf(khalid)).toEqual(nothing);
  expect(await mails()).toEqual([]);
});

async function goWithoutMails(): Promise<void> {
  const kept = { language: 'ar', digits: 'language', calendar: 'gregorian' } as const;
  await inPlatform(db, (tx) =>
    storePreferences(tx, khalid.userId, {
      ...kept,
      mutedNotices: [],
      mailNotices: [],
      pushNotices: [],
      pushAmounts: false,
      signInMail: true,
      askedMail: false,
      languageChosen: true,
    }),
  );
}

test('who asked to go without these mails gets none, and has it in the bell', async () => {
  await goWithoutMails();
  await ask(5_000);
  expect(await mails()).toEqual([]);
  expect(await bellOf(khalid)).toMatchObject({ count: 1 });
});

test('the form names as told at once exactly who is written to', async () => {
  const peopleAsked = async () => {
    const query = { originalId: purchase.id, type: 'REFUND', amountMinor: 5_000 } as const;
    return (await previewRefund(deps, huda, query)).approval.people;
  };
  const named = { id: khalid.userId, name: khalid.fullName };
  const noor = await anotherOwner(db, till.shop, 'Noor');
  // Without an address nobody can be written to.
  expect(await peopleAsked()).toEqual([
    { ...named, isTold: true },
    { id: noor.userId, name: 'Noor', isTold: false },
  ]);
  await goWithoutMails();
  expect(await peopleAsked()).toMatchObject([{ ...named, isTold: false }, { isTold: false }]);
  await ask(5_000);
  expect(await mails()).toEqual([]);
});

test('each step stands in the record of the purchase by its own fact', async () => {
  const refused = await ask(5_000);
  await refuseRefund(deps, khalid, refused.id, 'Nothing came back');
  await withdrawRefund(deps, huda, (await ask(6_000)).id);
  await approveRefund(deps, khalid, (await ask(7_000)).id);
  const { events } = await till.detail(purchase.id);
  const told = events.map(({ fact }) => fact).filter((fact) => fact.startsWith('refunds.'));
  expect(told.toSorted()).toEqual([
    'refunds.approved',
    'refunds.asked',
    'refunds.asked',
    'refunds.asked',
    'refunds.refused',
    'refunds.withdrawn',
  ]);
});
