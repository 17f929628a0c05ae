import { randomUUID } from 'node:crypto';
import type { ReconBody } from '@mizan/contract/terminal-link.ts';
import { expect, test } from 'vitest';
import { setFilesLetterRecipients } from './features/files-letter/files-letter.service.ts';
import { setRecipients, writeLetters } from './features/terminal-reconciliation/reconcile-letter.service.ts';
import { askDaily, setTime } from './features/terminal-reconciliation/reconcile-time.service.ts';
import { terminalStates } from './features/terminal-reconciliation/terminal-reconciliation.service.ts';
import { platformRows } from './platform/database/database.ts';
import { openMailer, sendMail } from './platform/mail/mailer.ts';
import { resultOf } from './testing/hand-terminal.ts';
import { openWorld } from './testing/stand.ts';
import { openTill, startOn, type Till } from './testing/till.ts';

/** The e-mail after the daily reconciliation, from the daily time to the outbox. */
const world = await openWorld();
const { db, clock } = world;
const stand = await world.stand();
const mailer = openMailer({ smtpUrl: null, host: 'localhost', clock });
const deps = { db, clock, mailer, linkBase: () => 'https://mizan.test' };

const minute = 60_000;
const states = ({ shop }: Till) => terminalStates({ db, clock }, shop.merchantId);

/** A shop of one terminal whose owner has a verified e-mail and is written to. */
async function told(locale: 'en' | 'ar' = 'en'): Promise<Till & { email: string }> {
  const till = await openTill(world, stand);
  const email = `${randomUUID()}@mizan.test`;
  await platformRows(
    db,
    `UPDATE users SET email = $2, email_verified_at = now(), locale = $3 WHERE id = $1`,
    [till.shop.owner.userId, email, locale],
  );
  await setRecipients({ db, clock }, till.shop.owner, [till.shop.owner.userId]);
  return Object.assign(till, { email });
}

/** Lets the daily time of a shop come. */
async function comeDaily({ shop }: Till): Promise<void> {
  const at = new Date(clock.now().getTime() + minute + 3 * 3_600_000).toISOString().slice(11, 16);
  await setTime({ db, clock }, shop.owner, at);
  clock.advance(minute + 1_000);
  await Promise.all([askDaily({ db, clock }), askDaily({ db, clock })]);
}

async function paid({ shop, place, terminal }: Till, amountMinor: number): Promise<void> {
  await startOn(world, shop, place.id, amountMinor);
  const { paymentId } = await terminal.next('pay.start');
  terminal.send({ type: 'pay.ack', paymentId, outcome: 'ACCEPTED' });
  terminal.send({ type: 'pay.result', body: resultOf(paymentId, amountMinor) });
  await terminal.next('result.ack');
}

/** What the terminal says of itself: one mada payment of 123.45, of which its host has `hostMinor`. */
async function reconciles(till: Till, hostMinor: number): Promise<void> {
  await till.reconnect(stand);
  const { terminal } = till;
  const { reconciliationId } = await terminal.next('recon.start');
  const side = { debitCount: 1, debitMinor: 12_345, creditCount: 0, creditMinor: 0 };
  const at = new Date().toISOString();
  const body: ReconBody = {
    reconciliationId,
    actionCode: hostMinor === 12_345 ? '500' : '501',
    schemes: [{ scheme: 'Mada', host: { ...side, debitMinor: hostMinor }, terminal: side }],
    startAt: at,
    endAt: at,
  };
  terminal.send({ type: 'recon.result', body });
  await terminal.next('recon.result.ack');
}

const mailsTo = (email: string) =>
  platformRows<{ id: string; subject: string; text: string }>(
    db,
    'SELECT id::text, subject, body_text AS text FROM outbox_mails WHERE recipient = $1 ORDER BY id',
    [email],
  );

test('a terminal that does not reconcile is waited for half an hour, then named with its money; one mail, by two processes', async () => {
  const till = await told();
  await paid(till, 12_345);
  till.terminal.drop();
  await comeDaily(till);
  await writeLetters(deps);
  expect(await mailsTo(till.email)).toEqual([]);
  expect((await states(till)).letter).toMatchObject({ writtenAt: null, mails: [] });
  clock.advance(31 * minute);
  await Promise.all([writeLetters(deps), writeLetters(deps)]);
  await writeLetters(deps);
  const [mail, ...more] = await mailsTo(till.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe('0 of 1 terminals reconciled');
  expect(mail?.text).toContain(`Terminal ${till.place.tid}`);
  expect(mail?.text).toContain('not reconciled. 1 transaction of SAR 123.45 waits.');
  expect(mail?.text).not.toContain('agree');
  const { letter } = await states(till);
  expect(letter?.mails).toEqual([{ to: till.email, state: 'SENT', at: letter?.writtenAt }]);
});

test('in Arabic its figures are Arabic ones, and of Latin letters it has none but names and numbers', async () => {
  const till = await told('ar');
  await paid(till, 12_345);
  await comeDaily(till);
  await reconciles(till, 12_000);
  await writeLetters(deps);
  const [mail] = await mailsTo(till.email);
  expect(mail?.subject).toBe('الموازنة اليومية: أُجريت لعدد ١ من أصل ١ من الأجهزة');
  expect(mail?.text).toContain(
    `الجهاز \u2066${till.place.tid}\u2069، العليا: غير متوازن، أكثر من المضيف بمبلغ ٣٫٤٥ ر.س.`,
  );
  const named = [till.place.tid, 'https://mizan.test/reconciliation'];
  expect(named.reduce((text, name) => text.replaceAll(name, ''), mail?.text ?? '')).not.toMatch(
    /[0-9A-Za-z]/,
  );
});

test('in Arabic, where a lone zero reads as a dot, no terminal reconciled is said in words', async () => {
  const till = await told('ar');
  await paid(till, 12_345);
  till.terminal.drop();
  await comeDaily(till);
  clock.advance(31 * minute);
  await writeLetters(deps);
  const [mail] = await mailsTo(till.email);
  expect(mail?.subject).toBe('الموازنة اليومية: لم تُجرَ لأي جهاز من أصل ١');
  expect(mail?.text).toContain('لم تُجرَ لأي جهاز من أصل ١.');
});

test('as soon as all have reconciled it is written; the first one does not say that the portal agrees', async () => {
  const till = await told();
  await paid(till, 12_345);
  await comeDaily(till);
  await reconciles(till, 12_345);
  await writeLetters(deps);
  const [mail] = await mailsTo(till.email);
  expect(mail?.subject).toBe('1 of 1 terminals reconciled');
  expect(mail?.text).toContain(
    "terminal and host agree. Since when this reconciliation counts is not known, so the portal's side",
  );
  expect(mail?.text).not.toContain('portal agree');
  const { letter, rows } = await states(till);
  expect(rows[0]?.last?.origin).toBe('DAILY');
  expect((rows[0]?.last?.at ?? '') <= (letter?.writtenAt ?? '')).toBe(true);
});

test('what the terminal has more than its host stands in it; a mail that the server refuses is not said to be sent', async () => {
  const till = await told();
  await paid(till, 12_345);
  await comeDaily(till);
  await reconciles(till, 2_345);
  let refuses = true;
  const transport = {
    sendMail: () => (refuses ? Promise.reject(new Error('550 no such user')) : Promise.resolve({})),
    close: () => {},
  } as never;
  const posted = { ...deps, mailer: { ...mailer, transport } };
  await writeLetters(posted);
  const [mail] = await mailsTo(till.email);
  expect(mail?.text).toContain('unbalanced, SAR 100.00 more than the host.');
  const stateOf = async () => (await states(till)).letter?.mails.map(({ state }) => state);
  expect(await stateOf()).toEqual(['WAITING']);
  await expect(sendMail(db, posted.mailer, mail?.id ?? '')).rejects.toThrow('550');
  expect(await stateOf()).toEqual(['FAILED']);
  refuses = false;
  await sendMail(db, posted.mailer, mail?.id ?? '');
  expect(await stateOf()).toEqual(['SENT']);
});

test.each([
  ['terminals.reconcileRecipientsSet', setRecipients],
  ['bankFiles.letterRecipientsSet', setFilesLetterRecipients],
])('%s says who was written to before, and nothing of what changes nothing', async (action, set) => {
  const till = await told();
  const { owner, merchantId } = till.shop;
  for (const ids of [[], [owner.userId], [owner.userId], []]) await set({ db, clock }, owner, ids);
  const entries = await platformRows<{ before: object | null; after: object }>(
    db,
    'SELECT before, after FROM audit_entries WHERE merchant_id = $1 AND action = $2 ORDER BY id DESC LIMIT 2',
    [merchantId, action],
  );
  expect(entries).toEqual([
    { before: { recipients: till.email }, after: { recipients: '' } },
    { before: { recipients: '' }, after: { recipients: till.email } },
  ]);
});

test('only people of the merchant with a verified e-mail are written to, and nobody without one since', async () => {
  const [till, other] = [await told(), await told()];
  await expect(setRecipients({ db, clock }, till.shop.owner, [other.shop.owner.userId])).rejects.toThrow(
    'This does not exist',
  );
  await platformRows(db, 'UPDATE users SET email_verified_at = NULL WHERE id = $1', [till.shop.owner.userId]);
  await expect(setRecipients({ db, clock }, till.shop.owner, [till.shop.owner.userId])).rejects.toThrow(
    'This does not exist',
  );
  await comeDaily(till);
  clock.advance(31 * minute);
  await writeLetters(deps);
  expect(await mailsTo(till.email)).toEqual([]);
  expect((await states(till)).letter).toMatchObject({ mails: [] });
});
