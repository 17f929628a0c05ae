import type { DailyLetter } from '@mizan/contract/daily-letter.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { Clock } from '../../platform/clock.ts';
import { selectRecipients, upsertRecipients } from '../../platform/daily-times/daily-times.queries.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { mailStatesAbout } from '../../platform/mail/letter-state.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Words } from '../../platform/words.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { chosenOwners, ownersWithMail, recipientsText } from '../users/users.service.ts';
import { type DayOfTerminal, sentencesOf } from './letter-sentences.ts';
import {
  markWritten,
  selectNewestLetter,
  selectWaitingLetters,
  type WaitingLetter,
} from './reconcile-letter.queries.ts';
import { selectTotals } from './reconcile-order.queries.ts';
import { selectNewestDone, selectPlaces, selectUnreconciled } from './terminal-reconciliation.queries.ts';
import { discrepancyOf } from './totals.ts';

/**
 * The e-mail after the daily reconciliation: written as soon as every terminal has ended, or after `letterWaitMs`,
 * and then it names those that have not (docs/decisions/0081-the-mail-after-the-daily-reconciliation.md).
 */
export const letterWaitMs = 30 * 60_000;
const lettersAtOnce = 200;

interface LetterBase {
  readonly db: Database;
  readonly clock: Clock;
}
export interface LetterDeps extends LetterBase {
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}

const aboutOf = (merchantId: string, runAt: Date): string => `reconciled ${merchantId} ${runAt.getTime()}`;

/** Says who is written to. @throws Failure 'notFound' where one of them is not of the merchant or has no verified e-mail */
export async function setRecipients(
  { db, clock }: LetterBase,
  member: Member,
  userIds: readonly string[],
): Promise<{ userIds: string[] }> {
  const chosen = await chosenOwners(db, member.merchantId, userIds);
  const ids = chosen.map(({ id }) => id);
  const people = await ownersWithMail(db, member.merchantId);
  await inTenant(db, member.merchantId, async (tx) => {
    const was = recipientsText(people, await selectRecipients(tx, 'RECONCILE'));
    const recipients = recipientsText(people, ids);
    await upsertRecipients(tx, 'RECONCILE', ids);
    if (recipients === was) return;
    await happened(tx, member, {
      fact: 'terminals.reconcileRecipientsSet',
      at: clock.now(),
      about: { type: 'merchant', id: member.merchantId },
      params: { recipients },
      was: { recipients: was },
    });
  });
  return { userIds: ids };
}

/** The newest letter and how far its mails came; null where none was due yet. */
export async function newestLetter(db: Database, merchantId: string): Promise<DailyLetter | null> {
  const letter = await inTenant(db, merchantId, selectNewestLetter);
  if (!letter) return null;
  return {
    runAt: letter.runAt.toISOString(),
    writtenAt: letter.writtenAt?.toISOString() ?? null,
    mails: await mailStatesAbout(db, aboutOf(merchantId, letter.runAt)),
  };
}

/** Every minute: the letters whose terminals have ended, or that have waited long enough. One that fails holds up no other. */
export async function writeLetters(deps: LetterDeps): Promise<void> {
  await eachAlone(await selectWaitingLetters(deps.db, lettersAtOnce), (letter) => writeOne(deps, letter));
}

async function writeOne(deps: LetterDeps, letter: WaitingLetter): Promise<void> {
  const { db, clock } = deps;
  const { merchantId, dueAt } = letter;
  const now = clock.now();
  const { terminals, recipients } = await inTenant(db, merchantId, async (tx) => ({
    terminals: await daysOf(tx, letter),
    recipients: await selectRecipients(tx, 'RECONCILE'),
  }));
  if (now < dueAt && terminals.some(({ balance }) => balance === null)) return;
  const people = (await ownersWithMail(db, merchantId)).filter(({ id }) => recipients.includes(id));
  await inPlatform(db, async (tx) => {
    if (!(await markWritten(tx, letter, now))) return;
    for (const { id, email } of people) {
      const whom = { to: email, reader: await preferencesOf(tx, id) };
      await happened(tx, nobody(merchantId), {
        fact: 'terminals.dayTold',
        at: now,
        about: { type: 'merchant', id: merchantId },
        mail: letterOf(deps, letter, terminals, whom),
      });
    }
  });
}

/** The terminals in service that were asked, with what each reconciled since the run began; `balance` null where it has not. */
async function daysOf(tx: Tx, { runAt, terminalIds }: WaitingLetter): Promise<DayOfTerminal[]> {
  const places = (await selectPlaces(tx)).filter(
    ({ terminalId }) => terminalIds?.includes(terminalId) ?? true,
  );
  const [newest, waiting] = await Promise.all([selectNewestDone(tx), selectUnreconciled(tx)]);
  const since = newest.filter(({ endedAt }) => endedAt !== null && endedAt >= runAt);
  const totals = await selectTotals(
    tx,
    since.map(({ id }) => id),
  );
  return places.map((place) => {
    const done = since.find(({ terminalId }) => terminalId === place.terminalId);
    const left = waiting.find(({ terminalId }) => terminalId === place.terminalId);
    return {
      tid: place.tid,
      branch: { en: place.branchNameEn, ar: place.branchNameAr },
      balance: done?.balance ?? null,
      isFirst: done?.fromAt === null,
      discrepancyMinor: done ? discrepancyOf(totals.get(done.id) ?? []) : 0,
      waiting: { count: left?.count ?? 0, totalMinor: left?.totalMinor ?? 0 },
    };
  });
}

function letterOf(
  { mailer, linkBase }: LetterDeps,
  { merchantId, runAt }: WaitingLetter,
  terminals: readonly DayOfTerminal[],
  whom: Pick<Letter, 'to' | 'reader'>,
): Letter {
  const link = linkBase() + paths.reconciliation;
  const part = terminals.filter(({ balance }) => balance !== null).length;
  return {
    ...whom,
    mailer,
    link,
    about: aboutOf(merchantId, runAt),
    values: (words: Words) => ({
      when: words.moment(runAt),
      did: words.text('mails:terminalsDay.did', { count: part, total: terminals.length }),
      sentences: sentencesOf(words, terminals),
      link,
    }),
  };
}
