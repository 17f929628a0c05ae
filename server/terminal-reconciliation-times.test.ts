import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { setRecipients, writeLetters } from './features/terminal-reconciliation/reconcile-letter.service.ts';
import {
  askDaily,
  setPlaceTime,
  setTime,
} from './features/terminal-reconciliation/reconcile-time.service.ts';
import { terminalStates } from './features/terminal-reconciliation/terminal-reconciliation.service.ts';
import { platformRows } from './platform/database/database.ts';
import { openMailer } from './platform/mail/mailer.ts';
import { openShop, type Shop } from './testing/shop.ts';
import { openWorld } from './testing/stand.ts';
import { openTill } from './testing/till.ts';

/** The merchant's time, a branch's and a terminal's: the nearest counts, and each asks its own terminals. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const deps = { db, clock };
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const minute = 60_000;

/** So many minutes from now, as the time of the day in Riyadh. */
const inMinutes = (count: number): string =>
  new Date(clock.now().getTime() + count * minute + 3 * 3_600_000).toISOString().slice(11, 16);
const waitFor = async (count: number): Promise<void> => {
  clock.advance(count * minute + 1_000);
  await Promise.all([askDaily(deps), askDaily(deps)]);
};

/** A shop of four terminals: two of its first branch, two of one that is open past midnight. */
async function twoBranches() {
  const shop = await openShop(db, 4);
  const [branch] = await platformRows<{ id: string }>(
    db,
    `INSERT INTO branches (merchant_id, code, name_en, name_ar) VALUES ($1, 'B2', 'Corniche', 'Corniche') RETURNING id::text`,
    [shop.merchantId],
  );
  const nightId = branch?.id ?? '';
  const [a, b, night, own] = shop.terminals.map(({ id }) => id) as [string, string, string, string];
  await platformRows(db, 'UPDATE terminals SET branch_id = $2 WHERE id = ANY ($1::bigint[])', [
    [night, own],
    nightId,
  ]);
  return { shop, nightId, a, b, night, own };
}
const askedOf = async ({ merchantId }: Shop): Promise<string[]> =>
  (
    await platformRows<{ terminalId: string }>(
      db,
      `SELECT terminal_id::text AS "terminalId" FROM terminal_reconciliations WHERE merchant_id = $1 ORDER BY id`,
      [merchantId],
    )
  ).map(({ terminalId }) => terminalId);

test('the nearest time counts, two processes ask once, and a time that is taken back lets the wider one count', async () => {
  const { shop, nightId, a, b, night, own } = await twoBranches();
  await setTime(deps, shop.owner, inMinutes(10));
  await setPlaceTime(deps, shop.owner, { scope: 'BRANCH', placeId: nightId, dailyTime: inMinutes(30) });
  await setPlaceTime(deps, shop.owner, { scope: 'TERMINAL', placeId: own, dailyTime: inMinutes(50) });
  expect((await terminalStates(deps, shop.merchantId)).placeTimes).toHaveLength(2);
  await waitFor(11);
  expect(await askedOf(shop)).toEqual([a, b]);
  await waitFor(20);
  expect(await askedOf(shop)).toEqual([a, b, night]);
  await waitFor(20);
  expect(await askedOf(shop)).toEqual([a, b, night, own]);
  await platformRows(
    db,
    `UPDATE terminal_reconciliations SET state = 'FAILED', failure = 'NO_ANSWER', ended_at = now(), next_query_at = NULL WHERE merchant_id = $1`,
    [shop.merchantId],
  );
  await setPlaceTime(deps, shop.owner, { scope: 'BRANCH', placeId: nightId, dailyTime: null });
  await setPlaceTime(deps, shop.owner, { scope: 'TERMINAL', placeId: own, dailyTime: null });
  await waitFor(24 * 60 - 30);
  expect((await askedOf(shop)).slice(4)).toEqual([a, b, night, own]);
});

test('the e-mail of a time is about the terminals that it asked, and calls no other one unreconciled', async () => {
  const { shop, nightId, night, own } = await twoBranches();
  const email = `${randomUUID()}@mizan.test`;
  const { userId } = shop.owner;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = 'en' WHERE id = $1`,
    [userId, email],
  );
  await setRecipients(deps, shop.owner, [userId]);
  await setTime(deps, shop.owner, inMinutes(600));
  await setPlaceTime(deps, shop.owner, { scope: 'BRANCH', placeId: nightId, dailyTime: inMinutes(10) });
  await waitFor(11);
  clock.advance(31 * minute);
  await writeLetters({ ...deps, mailer, linkBase: () => 'https://mizan.test' });
  const [mail] = await platformRows<{ subject: string; text: string }>(
    db,
    'SELECT subject, body_text AS text FROM outbox_mails WHERE recipient = $1',
    [email],
  );
  expect(mail?.subject).toBe('0 of 2 terminals reconciled');
  for (const { id, tid } of shop.terminals)
    expect(mail?.text.includes(`Terminal ${tid}`)).toBe([night, own].includes(id));
});

test('a terminal that is out of service at its time reconciles once it is back, and a retired one is not asked', async () => {
  const till = await openTill(world, stand);
  const { shop, place } = till;
  const setStatus = (status: string) =>
    platformRows(db, 'UPDATE terminals SET status = $2 WHERE id = $1', [place.id, status]);
  till.terminal.drop();
  await setPlaceTime(deps, shop.owner, { scope: 'TERMINAL', placeId: place.id, dailyTime: inMinutes(5) });
  await setStatus('RETIRED');
  await waitFor(6);
  expect(await askedOf(shop)).toEqual([]);
  await setStatus('INACTIVE');
  await waitFor(24 * 60);
  expect(await askedOf(shop)).toEqual([place.id]);
  for (const _ of [1, 2, 3]) {
    clock.advance(120_000);
    await stand.gateway.tick();
  }
  await setStatus('ACTIVE');
  await till.reconnect(stand);
  expect((await till.terminal.next('recon.start')).reconciliationId).toBeTruthy();
});

test('a time stands in the log with the one before it, of its own place; the same again stands nowhere', async () => {
  const { shop, nightId } = await twoBranches();
  const night = (dailyTime: string | null) =>
    setPlaceTime(deps, shop.owner, { scope: 'BRANCH', placeId: nightId, dailyTime });
  for (const dailyTime of ['23:00', '23:00', '23:30', null, null]) await setTime(deps, shop.owner, dailyTime);
  for (const dailyTime of [null, '02:00']) await night(dailyTime);
  const entries = await platformRows<{ was: string | null; now: string | null; branch: string | null }>(
    db,
    `SELECT before->>'dailyTime' AS was, after->>'dailyTime' AS now, after->>'branchName' AS branch FROM audit_entries
      WHERE merchant_id = $1 AND action = 'terminals.reconcileTimeSet' ORDER BY id`,
    [shop.merchantId],
  );
  expect(entries.map(({ was, now, branch }) => [was, now, branch])).toEqual([
    [null, '23:00', null],
    ['23:00', '23:30', null],
    ['23:30', null, null],
    [null, '02:00', 'Corniche'],
  ]);
});

test('nobody says a time of a branch or terminal that is not theirs', async () => {
  const [mine, other] = [await twoBranches(), await twoBranches()];
  const said = { dailyTime: '02:30' };
  for (const of of [
    { scope: 'BRANCH' as const, placeId: other.nightId },
    { scope: 'TERMINAL' as const, placeId: other.own },
  ])
    await expect(setPlaceTime(deps, mine.shop.owner, { ...of, ...said })).rejects.toMatchObject({
      code: 'notFound',
    });
  expect((await terminalStates(deps, other.shop.merchantId)).placeTimes).toEqual([]);
});
