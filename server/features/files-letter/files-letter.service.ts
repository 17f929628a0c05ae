import type { getFilesLetter } from '@mizan/contract/files-letter.ts';
import { paths } from '@mizan/contract/paths.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import { nextMoment } from '../../platform/daily-time.ts';
import * as times from '../../platform/daily-times/daily-times.queries.ts';
import { wholeMerchant } from '../../platform/daily-times/daily-times.queries.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import type { Member } from '../../platform/http/call.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { mailStatesAbout } from '../../platform/mail/letter-state.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Words } from '../../platform/words.ts';
import { waitingStatements } from '../deposits/statements/arrived-statements.service.ts';
import { openExceptions } from '../exceptions/exceptions.service.ts';
import { unansweredOfDay } from '../exceptions/unanswered.service.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { filesToTell, judgeDueFiles, rememberTold, tellAll } from '../reconciliation/told-files.service.ts';
import { askingSettlements } from '../settlement/asking.service.ts';
import { chosenOwners, ownersWithMail, recipientsText } from '../users/users.service.ts';
import { dropsToTell, rememberDrops, tellAllDrops } from '../watched-folder/told-drops.service.ts';
import { type DayOfFiles, headOf, sentencesOf } from './day-sentences.ts';
import * as queries from './files-letter.queries.ts';

/**
 * The daily run about the files of banks: files are judged when they come, and at this time what a due day changed is judged
 * again, verdicts on their way are waited for, and the day is summed up in an e-mail (docs/decisions/0082-the-days-letter-about-bank-files.md,
 * docs/decisions/0196-the-run-at-a-set-time.md).
 */
const merchantsAtOnce = 200;
/** A verdict that takes longer is told by the next letter; this one says that it is on its way. */
const verdictsWaitMs = 15 * 60_000;

interface LetterBase {
  readonly db: Database;
  readonly clock: Clock;
}
export interface FilesLetterDeps extends LetterBase {
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}

const aboutOf = (merchantId: string, runAt: Date): string => `files ${merchantId} ${runAt.getTime()}`;
const ofMerchant = (id: string) => ({ type: 'merchant', id }) as const;

/** The time, the people and the newest letter. */
export async function filesLetter(
  { db }: LetterBase,
  { merchantId }: Member,
): Promise<RouteOutput<typeof getFilesLetter>> {
  const people = await ownersWithMail(db, merchantId);
  const { time, recipients, letter } = await inTenant(db, merchantId, async (tx) => ({
    time: await times.selectTime(tx, 'FILES_LETTER'),
    recipients: await times.selectRecipients(tx, 'FILES_LETTER'),
    letter: await queries.selectNewestLetter(tx),
  }));
  return {
    dailyTime: time?.atTime ?? null,
    people: people.map((person) => ({ ...person, isRecipient: recipients.includes(person.id) })),
    letter: letter && {
      runAt: letter.runAt.toISOString(),
      writtenAt: letter.writtenAt.toISOString(),
      mails: await mailStatesAbout(db, aboutOf(merchantId, letter.runAt)),
    },
  };
}

/** Says the daily time, or with null that there is none. What came before there was one, the first letter does not tell. */
export async function setFilesLetterTime(
  { db, clock }: LetterBase,
  member: Member,
  atTime: string | null,
): Promise<{ dailyTime: string | null }> {
  const at = clock.now();
  await inTenant(db, member.merchantId, async (tx) => {
    const was = (await times.selectTime(tx, 'FILES_LETTER'))?.atTime ?? null;
    if (was === atTime) return;
    if (atTime === null) await times.clearTime(tx, 'FILES_LETTER', wholeMerchant);
    else {
      if (was === null) {
        await tellAll(tx);
        await tellAllDrops(tx);
      }
      await times.upsertTime(tx, 'FILES_LETTER', {
        ...wholeMerchant,
        atTime,
        nextAt: nextMoment(atTime, at),
      });
    }
    const about = ofMerchant(member.merchantId);
    await happened(tx, member, {
      fact: 'bankFiles.letterTimeSet',
      at,
      about,
      params: { dailyTime: atTime },
      was: { dailyTime: was },
    });
  });
  return { dailyTime: atTime };
}

/** Says who is written to. @throws Failure 'notFound' where one of them is not of the merchant or has no verified e-mail */
export async function setFilesLetterRecipients(
  { db, clock }: LetterBase,
  member: Member,
  userIds: readonly string[],
): Promise<{ userIds: string[] }> {
  const chosen = await chosenOwners(db, member.merchantId, userIds);
  const ids = chosen.map(({ id }) => id);
  const people = await ownersWithMail(db, member.merchantId);
  await inTenant(db, member.merchantId, async (tx) => {
    const was = recipientsText(people, await times.selectRecipients(tx, 'FILES_LETTER'));
    const recipients = recipientsText(people, ids);
    await times.upsertRecipients(tx, 'FILES_LETTER', ids);
    if (recipients === was) return;
    await happened(tx, member, {
      fact: 'bankFiles.letterRecipientsSet',
      at: clock.now(),
      about: ofMerchant(member.merchantId),
      params: { recipients },
      was: { recipients: was },
    });
  });
  return { userIds: ids };
}

/** Every minute: the merchants whose time has come. Two that do it at once do it once; one that fails holds up no other. */
export async function writeFilesLetters(deps: FilesLetterDeps): Promise<void> {
  const due = await times.selectDueMerchants(deps.db, 'FILES_LETTER', deps.clock.now(), merchantsAtOnce);
  if (due.length > 0) await judgeDueFiles(deps.db, deps.clock.now());
  await eachAlone(due, ({ merchantId }) => writeOne(deps, merchantId));
}

async function writeOne(deps: FilesLetterDeps, merchantId: string): Promise<void> {
  const { db, clock } = deps;
  const now = clock.now();
  const { day, recipients } = await inTenant(db, merchantId, async (tx) => ({
    recipients: await times.selectRecipients(tx, 'FILES_LETTER'),
    day: await dayOf(tx, now),
  }));
  const people = (await ownersWithMail(db, merchantId)).filter(({ id }) => recipients.includes(id));
  await inPlatform(db, async (tx) => {
    const [due] = await times.lockDue(tx, 'FILES_LETTER', merchantId, now);
    if (!due) return;
    // The letter is of verdicts: those on their way are waited for, and so long the time stays due.
    if (
      day.files.some(({ isUnderWork }) => isUnderWork) &&
      now.getTime() - due.nextAt.getTime() < verdictsWaitMs
    )
      return;
    // Several days that were missed are one letter.
    await times.setNext(tx, 'FILES_LETTER', merchantId, { ...due, nextAt: nextMoment(due.atTime, now) });
    // What nobody was told is told by the next letter.
    if (people.length === 0) return;
    await queries.insertLetter(tx, { merchantId, runAt: due.nextAt, writtenAt: now });
    await rememberTold(tx, merchantId, day.told);
    await rememberDrops(
      tx,
      merchantId,
      day.refusedDrops.map(({ id }) => id),
    );
    for (const { id, email } of people) {
      const whom = { to: email, reader: await preferencesOf(tx, id) };
      await happened(tx, nobody(merchantId), {
        fact: 'bankFiles.dayTold',
        at: now,
        about: ofMerchant(merchantId),
        mail: letterOf(deps, aboutOf(merchantId, due.nextAt), { day, now }, whom),
      });
    }
  });
}

/** What the screens say at this moment. Files last: one that is judged meanwhile is then seen as it is. */
async function dayOf(tx: Tx, now: Date): Promise<DayOfFiles> {
  const settlements = await askingSettlements(tx, now);
  const exceptions = await openExceptions(tx);
  const unanswered = await unansweredOfDay(tx, now);
  const statements = await waitingStatements(tx);
  const drops = await dropsToTell(tx);
  return { settlements, exceptions, unanswered, statements, ...drops, ...(await filesToTell(tx)) };
}

function letterOf(
  { mailer, linkBase }: FilesLetterDeps,
  about: string,
  { day, now }: { day: DayOfFiles; now: Date },
  whom: Pick<Letter, 'to' | 'reader'>,
): Letter {
  const link = `${linkBase()}${paths.reconciliation}?view=files`;
  return {
    ...whom,
    mailer,
    link,
    about,
    values: (words: Words) => ({
      when: words.moment(now),
      head: headOf(words, day),
      sentences: sentencesOf(words, day),
      link,
    }),
  };
}
