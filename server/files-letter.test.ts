import { randomUUID } from 'node:crypto';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { addAnswerDays } from '@mizan/contract/chargeback-days.ts';
import { changeChargeback } from '@mizan/contract/chargebacks.ts';
import * as contract from '@mizan/contract/files-letter.ts';
import { confirmLayout } from '@mizan/contract/reconciliation.ts';
import { expect, test } from 'vitest';
import { withChargebackOf } from './features/exceptions/testing/chargeback-world.ts';
import { writeFilesLetters } from './features/files-letter/files-letter.service.ts';
import { asProposed } from './features/reconciliation/testing/as-proposed.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvHeader,
  csvLineOf,
  csvOf,
  detailOf,
  reconcile,
  runnerOf,
  sell,
  upload,
} from './features/reconciliation/testing/bank-world.ts';
import { platformRows } from './platform/database/database.ts';
import { openMailer, sendMail } from './platform/mail/mailer.ts';

/** The daily e-mail about bank files: Sunday, 22 November 2026, at noon in Riyadh; what is sold on Friday is due today. */
const first = await bankWorld();
const { db, clock } = first.portal;
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const deps = { db, clock, mailer, linkBase: () => 'https://mizan.test' };
const minute = 60_000;

interface Told extends BankWorld {
  email: string;
}

/** A merchant whose owner has a verified e-mail and is written to each day at a time that comes in a minute. */
async function told(locale: 'en' | 'ar' = 'en', of?: BankWorld): Promise<Told> {
  const world = of ?? (await anotherMerchant(first));
  const email = `${randomUUID()}@mizan.test`;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = $3 WHERE id = $1`,
    [world.merchant.owner.userId, email, locale],
  );
  const { token, portal, merchant } = world;
  const userIds = [merchant.owner.userId];
  await portal.call(contract.setFilesLetterRecipients, { body: { userIds } }, { token });
  const set = await portal.call(contract.setFilesLetterTime, { body: { dailyTime: nextTime() } }, { token });
  expect(set.statusCode).toBe(200);
  return { ...world, email };
}

const nextTime = (): string =>
  new Date(clock.now().getTime() + minute + 3 * 3_600_000).toISOString().slice(11, 16);

/** With a session of this moment: the clock runs for days. */
const stateOf = async ({ portal, merchant }: BankWorld) =>
  (
    await portal.call(contract.getFilesLetter, {}, { token: await portal.tokenOf(merchant.owner.userId) })
  ).json<{
    dailyTime: string | null;
    letter: { writtenAt: string; mails: { to: string; state: string }[] } | null;
  }>();

/** The bank file that came last, as its page shows it. */
async function newestFile(world: BankWorld) {
  const [newest] = await platformRows<{ id: string }>(
    db,
    'SELECT max(id)::text AS id FROM bank_files WHERE merchant_id = $1',
    [world.merchant.merchantId],
  );
  return detailOf(world, newest?.id ?? '');
}

const mailsTo = (email: string) =>
  platformRows<{ id: string; subject: string; text: string }>(
    db,
    'SELECT id AS place, id::text, subject, body_text AS text FROM outbox_mails WHERE recipient = $1 ORDER BY place',
    [email],
  );

/** Lets the time come, and answers what was written to the owner since. */
async function letterOf({ email }: Told, days = 0): Promise<{ id: string; subject: string; text: string }> {
  const before = (await mailsTo(email)).length;
  clock.advance(minute + 1_000 + days * 1_440 * minute);
  await Promise.all([writeFilesLetters(deps), writeFilesLetters(deps)]);
  await writeFilesLetters(deps);
  const mails = (await mailsTo(email)).slice(before);
  expect(mails).toHaveLength(1);
  return mails[0] as { id: string; subject: string; text: string };
}

test('where no file came it says so, never that nothing is open; one letter by two processes, and after three days away', async () => {
  const world = await told();
  const quiet = await letterOf(world);
  expect(quiet.subject).toBe('Bank files: no new file has come');
  expect(quiet.text).toContain('No new bank file has come.');
  expect(quiet.text).not.toContain('Nothing is open');
  const later = await letterOf(world, 3);
  expect(later.text).not.toContain('Nothing is open');
  const { letter } = await stateOf(world);
  expect(letter?.mails).toMatchObject([{ to: world.email, state: 'SENT' }]);
});

test('a bank whose file has not come is named with its day, its money and since when', async () => {
  const world = await told();
  await sell(world, [{ amountMinor: 10_000, at: '2026-11-17 14:05' }]);
  const { subject, text } = await letterOf(world);
  expect(subject).toBe('Bank files: no new file has come, and something needs a look');
  expect(text).toMatch(
    /no file for the sales of Nov 17, 2026: 1 transaction, SAR 99\.08 net, due since Nov 18, 2026/,
  );
  expect(text).toContain('and no deposit on record.');
});

test('in Arabic its figures, days and signs are Arabic ones', async () => {
  const world = await told('ar');
  const [before, short] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-17 14:05' },
    { amountMinor: 123_456, at: '2026-11-17 15:05' },
  ]);
  if (!before || !short) throw new Error('two were sold');
  const less = csvLineOf(short, { amountMinor: 122_456 });
  expect((await reconcile(world, csvOf([csvLineOf(before), less]), 'short.csv')).verdict).toBe('UNBALANCED');
  const { subject, text } = await letterOf(world);
  expect(subject).toBe('ملفات البنوك: يوجد ما يحتاج إلى مراجعة');
  const amount = '\u2066\u2212١٠٫٠٩\u2069 ر.س';
  expect(text).toMatch(/في [٠-٩]{2} نوفمبر ٢٠٢٦ في/);
  expect(text).toContain(`\u2068بنك نجد، short.csv\u2069: غير متوازنة. الفرق: ${amount}.`);
  expect(text).toContain(
    '\u2068بنك نجد\u2069، عملية واحدة بمبلغ أو رسم أو عملة مختلفة في الملف، الصافي ١٬٢٢٣٫٢٠ ر.س.',
  );
  expect(text).toContain(`بند معلق واحد، المجموع ${amount}.`);
  expect(text.replaceAll(/short\.csv|https:\S+/g, '')).not.toMatch(/[0-9A-Za-z]/);
});

test('what is overdue without a line and without a deposit is named with since when, beside its incomplete or unbalanced file', async () => {
  const world = await told();
  const [before, , after] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-17 14:05' },
    { amountMinor: 5_000, at: '2026-11-17 15:05' },
    { amountMinor: 7_000, at: '2026-11-17 16:05' },
  ]);
  if (!before || !after) throw new Error('three were sold');
  const file = await reconcile(world, csvOf([csvLineOf(before), csvLineOf(after)]), 'half.csv');
  expect(file.verdict).not.toBe('BALANCED');
  const { text } = await letterOf(world);
  expect(text).toMatch(/half\.csv: (?:Unbalanced|Incomplete)\. Difference: SAR/);
  expect(text).toMatch(
    /overdue since Nov 18, 2026: 1 transaction in no line and with no deposit on record, SAR 49\.54 net\./,
  );
  expect(text).not.toContain('Nothing is open');
});

test('nothing open is said only where a file came, is balanced, and nothing else asks; each verdict is told once', async () => {
  const world = await told();
  const sales = await sell(world, [{ amountMinor: 10_000, at: '2026-11-22 09:05' }]);
  const file = await reconcile(world, csvOf(sales.map((sale) => csvLineOf(sale))));
  const { subject, text } = await letterOf(world);
  expect(file.verdict).toBe('BALANCED');
  expect(subject).toBe('Bank files: nothing is open');
  expect(text).toContain('Najd Bank, najd_pos.csv: Balanced. Difference: SAR 0.00.');
  expect(text).toContain('Nothing is open: every bank file is balanced');
  const next = await letterOf(world, 1);
  expect(next.text).not.toContain('najd_pos.csv');
  expect(next.text).not.toContain('Nothing is open');
});

test('a file that does not say what was kept is gross agreed, and not every file is called balanced beside it', async () => {
  const world = await told();
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-22 09:05' }]);
  if (!sale) throw new Error('one was sold');
  const bare = csvLineOf(sale).split(',').slice(0, 6).join(',');
  const file = await reconcile(world, csvOf([`${bare},,,`]), 'bare.csv');
  expect([file.verdict, file.isOpen]).toEqual(['GROSS_AGREED', false]);
  const { subject, text } = await letterOf(world);
  expect(subject).toBe('Bank files: nothing is open');
  expect(text).toContain('bare.csv: Gross agreed. Difference: SAR 0.00. The file does not say what the bank');
  expect(text).toContain('Nothing is open: no bank file differs or waits');
  expect(text).not.toMatch(/\bbalanced/i);
});

test('an unbalanced, a balanced and a waiting file stand in one letter, with the open exceptions', async () => {
  const world = await told();
  const [good, bad] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-21 09:05' },
    { amountMinor: 20_000, at: '2026-11-22 08:05' },
  ]);
  if (!good || !bad) throw new Error('two were sold');
  const one = await reconcile(world, csvOf([csvLineOf(good)]), 'good.csv');
  const two = await reconcile(world, csvOf([csvLineOf(bad, { amountMinor: 15_000 })]), 'bad.csv');
  expect([one.verdict, two.verdict]).toEqual(['BALANCED', 'UNBALANCED']);
  await upload(world, `Some,Other,Columns,Amount\n1,2,3,4.00\n`, 'odd.csv');
  await world.runner.idle();
  const { subject, text } = await letterOf(world);
  expect(subject).toBe('Bank files: something needs a look');
  expect(text).toContain('good.csv: Balanced. Difference: SAR 0.00.');
  expect(text).toMatch(/bad\.csv: Unbalanced\. Difference: SAR \u2066−5\d\.\d\d\u2069\./);
  expect(text).toMatch(
    /odd\.csv: (?:waits for somebody to confirm its columns|could not be read and was refused)\./,
  );
  expect(text).toMatch(/\d open exceptions?, SAR/);
  expect(text).not.toContain('Nothing is open');
});

test('a file of which nobody said which part it is asks for that, not for its columns', async () => {
  const world = await told();
  const [tidA = '', tidB = '', tidC = ''] = world.merchant.terminals.map(({ tid }) => tid);
  const sold = await sell(
    world,
    [0, 1, 2].map((terminal) => ({ amountMinor: 10_000 + terminal, at: '2026-11-21 10:00', terminal })),
  );
  const of = (...tids: string[]) =>
    csvOf(sold.filter(({ tid }) => tids.includes(tid)).map((sale) => csvLineOf(sale)));
  // The part of one branch is confirmed; the file of another one is of none that is known.
  await upload(world, of(tidA, tidC), 'branch.csv');
  await world.runner.idle();
  const branch = await newestFile(world);
  const { proposal } = branch;
  if (!proposal?.part) throw new Error('no part is proposed');
  const part = { ...proposal.part, name: 'Branch 1', withoutTids: [tidB] };
  const body = { ...asProposed(proposal, 'Najd Bank', true), part };
  const { token } = world;
  await world.portal.call(confirmLayout, { params: { id: branch.id }, body }, { token });
  await world.runner.idle();
  await upload(world, of(tidB), 'other-branch.csv');
  await world.runner.idle();
  expect(await newestFile(world)).toMatchObject({ state: 'WAITING_LAYOUT', proposal: { partAsked: 'none' } });
  const { text } = await letterOf(world);
  expect(text).toContain('branch.csv: Balanced. Difference: SAR 0.00.');
  expect(text).toContain('other-branch.csv: waits for somebody to say which part it is.');
  expect(text).not.toContain('its columns');
  expect(text).not.toContain('Nothing is open');
});

test('a file with a line that could not be read is told as incomplete, one with two currencies with both of them', async () => {
  const world = await told();
  const [right, next] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-21 10:00' },
    { amountMinor: 20_000, at: '2026-11-22 08:00' },
  ]);
  if (!right || !next) throw new Error('two were sold');
  const broken = await reconcile(world, csvOf([csvLineOf(right), '88000001,632']), 'broken.csv');
  expect(broken.verdict).toBe('INCOMPLETE');
  const foreign = { rrn: '632500000001', approvalCode: '999991', feeMinor: 0, vatMinor: 0 };
  const dollars = csvLineOf(next, { ...foreign, amountMinor: 5_050 });
  const lines = [`${csvHeader},Currency`, `${csvLineOf(next)},SAR`, `${dollars},USD`, ''];
  const both = await reconcile(world, lines.join('\n'), 'both.csv');
  expect(both).toMatchObject({ state: 'DONE', verdict: 'UNBALANCED' });
  const { text } = await letterOf(world);
  expect(text).toMatch(/broken\.csv: Incomplete\./);
  expect(text).toContain('both.csv: Unbalanced. Difference: SAR 0.00 · USD 50.50.');
  expect(text).not.toContain('Nothing is open');
});

test('what came before the time was said is not told as new, but a file that is open still counts', async () => {
  const world = await anotherMerchant(first);
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-22 08:35' }]);
  if (!sale) throw new Error('one was sold');
  await reconcile(world, csvOf([csvLineOf(sale, { amountMinor: 9_000 })]), 'old.csv');
  const { text } = await letterOf(await told('en', world));
  expect(text).not.toContain('old.csv');
  expect(text).toContain('1 other bank file of before still asks for somebody.');
  expect(text).not.toContain('Nothing is open');
});

test('404: people of another merchant; nobody is written to whose e-mail is not verified, and what they missed is told later', async () => {
  const [world, other] = [await told(), await told()];
  const setTo = (userIds: string[]) =>
    world.portal.call(contract.setFilesLetterRecipients, { body: { userIds } }, { token: world.token });
  expect((await setTo([other.merchant.owner.userId])).statusCode).toBe(404);
  const verified = (at: Date | null) =>
    platformRows(db, 'UPDATE users SET email_verified_at = $2 WHERE id = $1', [
      world.merchant.owner.userId,
      at,
    ]);
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-22 08:45' }]);
  if (!sale) throw new Error('one was sold');
  await reconcile(world, csvOf([csvLineOf(sale)]), 'missed.csv');
  await verified(null);
  expect((await setTo([world.merchant.owner.userId])).statusCode).toBe(404);
  clock.advance(minute + 1_000);
  await writeFilesLetters(deps);
  expect(await mailsTo(world.email)).toEqual([]);
  expect((await stateOf(world)).letter).toBeNull();
  await verified(clock.now());
  expect((await letterOf(world, 1)).text).toContain('missed.csv: Balanced.');
});

test('a mail that the server refuses is not said to be sent; without a time none is written', async () => {
  const world = await told();
  const transport = {
    sendMail: () => Promise.reject(new Error('550 no such user')),
    close: () => {},
  } as never;
  const refusing = { ...deps, mailer: { ...mailer, transport } };
  clock.advance(minute + 1_000);
  await writeFilesLetters(refusing);
  const [mail] = await mailsTo(world.email);
  const states = async () => (await stateOf(world)).letter?.mails.map(({ state }) => state);
  expect(await states()).toEqual(['WAITING']);
  await expect(sendMail(db, refusing.mailer, mail?.id ?? '')).rejects.toThrow('550');
  expect(await states()).toEqual(['FAILED']);
  await world.portal.call(contract.setFilesLetterTime, { body: { dailyTime: null } }, { token: world.token });
  clock.advance(2 * 1_440 * minute);
  await writeFilesLetters(deps);
  expect(await mailsTo(world.email)).toHaveLength(1);
  expect((await stateOf(world)).dailyTime).toBeNull();
});

test('a chargeback is named with the days that are left, on the day, and once it is past, until an answer is noted', async () => {
  const { own, one } = await withChargebackOf(await told());
  const note = async (deadlineDay: string | null, stage: 'RECEIVED' | 'ANSWERED' = 'RECEIVED') => {
    const token = await own.portal.tokenOf(own.merchant.owner.userId);
    const answeredOn = stage === 'ANSWERED' ? today() : null;
    const body = { stage, answeredOn, deadlineDay, note: '' };
    const answer = await own.portal.call(changeChargeback, { params: { id: one.id }, body }, { token });
    expect(answer.statusCode).toBe(200);
  };
  const today = (): string => riyadhDay(clock.now());
  expect((await letterOf(own)).text).toContain(
    '1 chargeback has no noted answer and no date by which the bank wants it',
  );
  await note(addDays(today(), 9));
  // A letter of tomorrow: eight days are left.
  expect((await letterOf(own, 1)).text).not.toMatch(/chargeback (?:of|has)/);
  const sentence = 'Najd Bank, tuesday.csv, line 3: a chargeback of SAR 100.00. The bank ';
  expect((await letterOf(own, 1)).text).toContain(`${sentence}wants the answer by`);
  await note(addDays(today(), 2));
  expect((await letterOf(own, 1)).text).toContain(', in 1 day. No answer is noted.');
  expect((await letterOf(own, 1)).text).toContain(`${sentence}wants the answer today`);
  const late = (await letterOf(own, 1)).text;
  expect(late).toContain(`${sentence}wanted the answer by`);
  expect(late).toContain('which is past. No answer is noted.');
  expect(late).not.toContain('Nothing is open');
  await note(addDays(today(), -1), 'ANSWERED');
  expect((await letterOf(own, 1)).text).not.toMatch(/chargeback (?:of|has)/);
});

test('where nobody copied a date the letter names the day that is reckoned, and that it is', async () => {
  const { own } = await withChargebackOf(await told());
  const token = await own.portal.tokenOf(own.merchant.owner.userId);
  const [bank] = await platformRows<{ id: string }>(
    db,
    'SELECT min(id)::text AS id FROM banks WHERE merchant_id = $1',
    [own.merchant.merchantId],
  );
  const body = { bankId: bank?.id ?? '', scheme: null, days: 3, validFrom: '2026-01-01' };
  expect((await own.portal.call(addAnswerDays, { body }, { token })).statusCode).toBe(200);
  const { text } = await letterOf(own);
  expect(text).toContain('a chargeback of SAR 100.00. As reckoned, the bank wants the answer by');
  expect(text).toContain('nobody copied the date of the bank’s notice');
  expect(text).not.toContain('no date by which the bank wants it');
});

test('the run of the set time has judged again what a due day changed, and its letter waits for the verdict, 15 minutes at most', async () => {
  const world = await told();
  const [sale] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-21 09:05' }]);
  if (!sale) throw new Error('one was sold');
  const { id } = await reconcile(world, csvOf([csvLineOf(sale)]), 'waits.csv');
  // Nobody judges until the end: the letters are of a verdict that is on its way.
  await world.runner.stop();
  await platformRows(db, `UPDATE bank_files SET next_due_day = '2026-11-20' WHERE id = $1 RETURNING id`, [
    id,
  ]);
  clock.advance(minute + 1_000);
  await writeFilesLetters(deps);
  expect(await mailsTo(world.email)).toHaveLength(0);
  const causes = await platformRows(
    db,
    `SELECT rejudge_cause ->> 'kind' AS kind FROM bank_files WHERE id = $1`,
    [id],
  );
  expect(causes).toEqual([{ kind: 'duePassed' }]);
  clock.advance(14 * minute);
  await writeFilesLetters(deps);
  expect(await mailsTo(world.email)).toHaveLength(0);
  clock.advance(minute);
  await writeFilesLetters(deps);
  const [late, ...more] = await mailsTo(world.email);
  expect(more).toEqual([]);
  expect(late?.text).toContain('waits.csv: Balanced. Difference: SAR 0.00.');
  expect(late?.text).toContain('judged again');
  expect(late?.text).not.toContain('Nothing is open');

  // The next day it is judged in time: one letter, of the verdict.
  clock.advance(1_440 * minute - 15 * minute);
  await writeFilesLetters(deps);
  expect(await mailsTo(world.email)).toHaveLength(1);
  const next = runnerOf(world.portal);
  next.wake();
  await next.idle();
  await writeFilesLetters(deps);
  const mails = await mailsTo(world.email);
  expect(mails).toHaveLength(2);
  expect(mails[1]?.text).not.toContain('judged again');
});
