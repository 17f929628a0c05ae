import { randomUUID } from 'node:crypto';
import {
  getClosedBranches,
  getOpeningHours,
  type OpeningHours,
  setOpeningHours,
} from '@mizan/contract/alerts.ts';
import { changePreferences, getPreferences } from '@mizan/contract/preferences.ts';
import { expect, test } from 'vitest';
import { tellOverdue } from './features/alerts/overdue.service.ts';
import { silenceWatch } from './features/alerts/silent.service.ts';
import { mailNotices } from './features/notices/digest.service.ts';
import {
  anotherMerchant,
  type BankWorld,
  bankWorld,
  csvLineOf,
  csvOf,
  reconcile,
  sell,
} from './features/reconciliation/testing/bank-world.ts';
import { inTenant, platformRows } from './platform/database/database.ts';
import { happened, nobody } from './platform/facts/facts.ts';
import { openMailer } from './platform/mail/mailer.ts';

/** What asks for somebody by itself: Sunday, 22 November 2026, at noon in Riyadh. */
const first = await bankWorld();
const { db, clock } = first.portal;
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const deps = { db, clock, mailer, linkBase: () => 'https://mizan.test' };
const minute = 60_000;
const tokenOf = ({ portal, merchant }: BankWorld) => portal.tokenOf(merchant.owner.userId);

const noticesOf = async ({ merchant }: BankWorld) =>
  (
    await platformRows<{ type: string; about: string; amount: number | null; count: number | null }>(
      db,
      `SELECT type, about, amount_minor AS amount, count FROM notices
        WHERE merchant_id = $1 AND audience_id = 0 ORDER BY seq`,
      [merchant.merchantId],
    )
  ).map(({ type, about, amount, count }) => [type, about, ...(amount === null ? [] : [amount, count])]);

/** Terminal 0 was last heard so many minutes ago and is disconnected. */
const fallsSilent = ({ merchant }: BankWorld, minutesAgo: number) =>
  platformRows(
    db,
    `UPDATE terminals SET connection = 'DISCONNECTED', last_seen_at = $2 WHERE id = $1 RETURNING id`,
    [merchant.terminals[0]?.id, new Date(clock.now().getTime() - minutesAgo * minute)],
  );
/** Two processes at once. */
const look = () => Promise.all([silenceWatch(deps)(), silenceWatch(deps)()]);
const hoursOf = async (world: BankWorld) =>
  (await world.portal.call(getOpeningHours, {}, { token: await tokenOf(world) })).json<OpeningHours>();
const setHours = async (world: BankWorld, own: OpeningHours['own']) =>
  (
    await world.portal.call(
      setOpeningHours,
      { body: { own, seen: (await hoursOf(world)).own } },
      { token: await tokenOf(world) },
    )
  ).json<OpeningHours>();

test('a terminal that is silent in the hours of the own word is told once for each silence', async () => {
  const world = await anotherMerchant(first);
  const tid = world.merchant.terminals[0]?.tid ?? '';
  await setHours(world, { opensAt: '08:00', closesAt: '23:00', closedDays: [] });
  await fallsSilent(world, 14);
  await look();
  expect(await noticesOf(world)).toEqual([]);
  await fallsSilent(world, 16);
  await look();
  await look();
  expect(await noticesOf(world)).toEqual([['SIL', tid]]);
  clock.advance(minute);
  await fallsSilent(world, 15);
  await look();
  expect(await noticesOf(world)).toEqual([
    ['SIL', tid],
    ['SIL', tid],
  ]);
});

test('which branches are closed now: by the own word all, by usual hours each; of one without any it is not known', async () => {
  const world = await anotherMerchant(first);
  const [terminal] = world.merchant.terminals;
  const closed = async () =>
    (await world.portal.call(getClosedBranches, {}, { token: await tokenOf(world) })).json();
  const open = { all: false, branchIds: [] };
  expect(await closed()).toEqual(open);
  const hour = 3_600_000;
  const took = (ago: number[]) =>
    platformRows(
      db,
      `INSERT INTO transaction_rollups (merchant_id, hour, branch_id, terminal_id, cashier_id, scheme, type, status,
         currency, bank_confirmed, count, amount_minor, fee_minor, vat_minor, net_minor)
       SELECT $1, date_trunc('hour', at), $2, $3, 0, 'Mada', 'PURCHASE', 'APPROVED', 'SAR', false, 1, 100, 0, 0, 100
         FROM unnest($4::timestamptz[]) AS at RETURNING merchant_id`,
      [
        world.merchant.merchantId,
        terminal?.branchId,
        terminal?.id,
        ago.map((ms) => new Date(clock.now().getTime() - ms)),
      ],
    );
  const weeks = [1, 2, 3].map((each) => each * 7 * 24 * hour);
  // Open five hours ago, in three of the last four weeks, and at no other hour.
  await took(weeks.map((ms) => ms + 5 * hour));
  expect(await closed()).toEqual({ all: false, branchIds: [terminal?.branchId] });
  await took(weeks);
  await took(weeks.map((ms) => ms + hour));
  expect(await closed()).toEqual(open);
  await setHours(world, { opensAt: '16:00', closesAt: '23:00', closedDays: [] });
  expect(await closed()).toEqual({ all: true, branchIds: [] });
  await setHours(world, { opensAt: '08:00', closesAt: '23:00', closedDays: [] });
  expect(await closed()).toEqual(open);
});

test('outside its hours, on closed days and just after opening nobody is told', async () => {
  const world = await anotherMerchant(first);
  const now = new Date(clock.now().getTime() + 3 * 3_600_000).toISOString().slice(11, 16);
  await fallsSilent(world, 600);
  for (const own of [
    { opensAt: '16:00', closesAt: '23:00', closedDays: [] },
    { opensAt: '08:00', closesAt: '23:00', closedDays: [0] },
    { opensAt: now, closesAt: '23:00', closedDays: [] },
  ]) {
    await setHours(world, own);
    await look();
  }
  expect(await noticesOf(world)).toEqual([]);
});

test('without an own word the usual hours count: payments in three of the last four weeks, said as they are', async () => {
  const world = await anotherMerchant(first);
  await fallsSilent(world, 30);
  const branchId = world.merchant.terminals[0]?.branchId;
  const took = (weeks: number[], hour: string) =>
    platformRows(
      db,
      `INSERT INTO transaction_rollups (merchant_id, hour, branch_id, terminal_id, cashier_id, scheme, type, status,
         currency, bank_confirmed, count, amount_minor, fee_minor, vat_minor, net_minor)
       SELECT $1, $3::timestamptz - make_interval(weeks => weeks), $2, $5, 0, 'Mada', 'PURCHASE', 'APPROVED', 'SAR',
         false, 1, 100, 0, 0, 100 FROM unnest($4::int[]) AS weeks RETURNING merchant_id`,
      [
        world.merchant.merchantId,
        branchId,
        `2026-11-22T${hour}:00:00+03`,
        weeks,
        world.merchant.terminals[0]?.id,
      ],
    );
  await took([1, 2], '11');
  await took([1, 2, 3], '12');
  await look();
  expect(await noticesOf(world)).toEqual([]);
  await took([3], '11');
  expect(await hoursOf(world)).toEqual({ own: null, usual: [{ weekday: 0, from: '11:00', to: '13:00' }] });
  // A process that read them before goes by those for an hour; another one reads them now.
  await look();
  expect(await noticesOf(world)).toEqual([['SIL', world.merchant.terminals[0]?.tid]]);
});

test('hours that are set stand in the log with those before; the same again stands nowhere', async () => {
  const world = await anotherMerchant(first);
  const own = { opensAt: '08:00', closesAt: '23:00', closedDays: [5] };
  await setHours(world, own);
  await setHours(world, own);
  await setHours(world, { ...own, closedDays: [6, 5] });
  await setHours(world, null);
  await setHours(world, null);
  const entries = await platformRows<{ before: object | null; after: object }>(
    db,
    `SELECT before, after FROM audit_entries WHERE merchant_id = $1 AND action = 'alerts.openingHoursSet' ORDER BY id`,
    [world.merchant.merchantId],
  );
  const [usual, set, more] = [
    { openingHours: null, closedDays: null },
    { openingHours: '08:00–23:00', closedDays: '5' },
    { openingHours: '08:00–23:00', closedDays: '5, 6' },
  ];
  expect(entries).toEqual([
    { before: usual, after: set },
    { before: set, after: more },
    { before: more, after: usual },
  ]);
});

test('409: hours of one window over those that another one set meanwhile', async () => {
  const world = await anotherMerchant(first);
  const own = { opensAt: '08:00', closesAt: '23:00', closedDays: [5] };
  const save = async (wanted: OpeningHours['own'], seen: OpeningHours['own']) =>
    world.portal.call(setOpeningHours, { body: { own: wanted, seen } }, { token: await tokenOf(world) });
  expect((await save(own, null)).statusCode).toBe(200);
  expect((await save(own, null)).statusCode, 'the same again').toBe(200);
  for (const late of [
    { ...own, closedDays: [] },
    { ...own, closesAt: '01:00' },
  ])
    expect((await save(late, null)).json()).toMatchObject({ details: { reason: 'changedMeanwhile' } });
  expect((await hoursOf(world)).own).toEqual(own);
  expect((await save(null, own)).json()).toMatchObject({ own: null });
});

test('a file that does not balance is told', async () => {
  const world = await anotherMerchant(first);
  const [sold] = await sell(world, [{ amountMinor: 10_000, at: '2026-11-22 09:05' }]);
  if (!sold) throw new Error('one was sold');
  const file = await reconcile(world, csvOf([csvLineOf({ ...sold, amountMinor: 12_000 })]));
  expect(file.verdict).toBe('UNBALANCED');
  expect(await noticesOf(world)).toEqual([['UNB', file.id]]);
});

test('money that is overdue is told in the morning, each day of a bank once, with what it comes to', async () => {
  const world = await anotherMerchant(first);
  const [before, , after] = await sell(world, [
    { amountMinor: 10_000, at: '2026-11-17 14:05' },
    { amountMinor: 5_000, at: '2026-11-17 15:05' },
    { amountMinor: 7_000, at: '2026-11-17 16:05' },
  ]);
  if (!before || !after) throw new Error('three were sold');
  await reconcile(world, csvOf([csvLineOf(before), csvLineOf(after)]));
  const overdue = async () => (await noticesOf(world)).filter(([type]) => type === 'OVD');
  await Promise.all([tellOverdue(deps), tellOverdue(deps)]);
  await tellOverdue(deps);
  expect(await overdue()).toEqual([['OVD', 'SAR', 4_954, 1]]);
});

async function withMail(): Promise<BankWorld & { email: string }> {
  const world = await anotherMerchant(first);
  const email = `${randomUUID()}@mizan.test`;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = 'en' WHERE id = $1 RETURNING id`,
    [world.merchant.owner.userId, email],
  );
  return { ...world, email };
}
const silent = ({ merchant }: BankWorld) =>
  inTenant(db, merchant.merchantId, (tx) =>
    happened(tx, nobody(merchant.merchantId), {
      fact: 'terminals.silent',
      at: clock.now(),
      about: { type: 'terminal', id: merchant.terminals[0]?.id ?? '' },
      params: { tid: '88501158' },
    }),
  );
const mailsTo = (email: string) =>
  platformRows<{ subject: string; text: string }>(
    db,
    'SELECT subject, body_text AS text FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [email],
  );
const mail = () => Promise.all([mailNotices(deps), mailNotices(deps)]);

test('the first is mailed at once, what follows within the hour together in one, each once, however often it is tried', async () => {
  const world = await withMail();
  await silent(world);
  await mail();
  await mail();
  expect((await mailsTo(world.email)).map(({ subject }) => subject)).toEqual([
    'Mizan: Terminal 88501158 is silent while you are open',
  ]);
  await silent(world);
  await silent(world);
  clock.advance(59 * minute);
  await mail();
  expect(await mailsTo(world.email)).toHaveLength(1);
  clock.advance(minute);
  await mail();
  await mail();
  const [, second, ...more] = await mailsTo(world.email);
  expect(more).toEqual([]);
  expect(second?.subject).toBe('Mizan: 2 notifications');
  expect(second?.text).toContain('https://mizan.test/settings');
});

test('a file that is unbalanced and money that is overdue are mailed, too, with what they are about', async () => {
  const world = await withMail();
  const about = { type: 'merchant', id: world.merchant.merchantId } as const;
  const said = { at: clock.now(), about };
  await inTenant(db, world.merchant.merchantId, async (tx) => {
    const by = nobody(world.merchant.merchantId);
    await happened(tx, by, {
      ...said,
      fact: 'bankFiles.unbalanced',
      about: { type: 'bankFile', id: '77' },
    });
    const params = { count: 3, amountMinor: 1_234_550, currency: 'SAR' };
    await happened(tx, by, { ...said, fact: 'settlement.overdue', params });
  });
  await mail();
  const [only, ...more] = await mailsTo(world.email);
  expect([only?.subject, more]).toEqual(['Mizan: 2 notifications', []]);
  expect(only?.text).toContain('Bank file #77 does not balance');
  expect(only?.text).toMatch(/12,345\.50/);
});

test('a mail lists twenty and says how many more there are; in the language of who reads it', async () => {
  const world = await withMail();
  const token = await tokenOf(world);
  const { languageChosen: _chosen, ...now } = (await world.portal.call(getPreferences, {}, { token })).json();
  await world.portal.call(changePreferences, { body: { ...now, language: 'ar' } }, { token });
  for (let count = 0; count < 23; count += 1) await silent(world);
  await mail();
  const [only] = await mailsTo(world.email);
  expect(only?.subject).toBe('ميزان: ٢٣ إشعارًا');
  expect(only?.text.match(/88501158/g)).toHaveLength(20);
  expect(only?.text).toContain('و٣ إشعارات أخرى.');
});

test('who chose none of a kind gets no mail of it; who chooses it later is not sent the past', async () => {
  const world = await withMail();
  const token = await tokenOf(world);
  const { languageChosen: _chosen, ...now } = (await world.portal.call(getPreferences, {}, { token })).json();
  const choose = async (mailNotices: ('SIL' | 'OVD')[]) => {
    const sent = await world.portal.call(
      changePreferences,
      { body: { ...now, mailNotices } },
      { token: await tokenOf(world) },
    );
    expect(sent.statusCode).toBe(200);
  };
  await choose(['OVD']);
  await silent(world);
  await mail();
  expect(await mailsTo(world.email)).toEqual([]);
  clock.advance(25 * 60 * minute);
  await choose(['SIL']);
  await mail();
  expect(await mailsTo(world.email)).toEqual([]);
  await silent(world);
  await mail();
  expect(await mailsTo(world.email)).toHaveLength(1);
});
