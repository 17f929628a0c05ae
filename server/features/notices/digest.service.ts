import { paths } from '@mizan/contract/paths.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import type { JobTable } from '../../platform/jobs/worker.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Words } from '../../platform/words.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import * as queries from './digest.queries.ts';
import type { ReadNotice } from './notices.queries.ts';

/** Notices by e-mail: at once where nothing was sent in the last hour, else all of the hour together. */
export interface DigestDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}

const hourMs = 60 * 60_000;
/** Older ones are no news: who turns mails on is not sent the past. */
const newsMs = 24 * hourMs;
const readersAtOnce = 500;
/** Beyond these a mail says how many more there are; the bell has them all. */
const linesMax = 20;

const mailJob = 'notices.mail';
export const noticesSchedule = [[mailJob, '* * * * *']] as const;
export const noticesJobs = (deps: DigestDeps): JobTable => ({ [mailJob]: () => mailNotices(deps) });

/** Every minute. Two that do it at once do it once; one that fails holds up no other. */
export async function mailNotices(deps: DigestDeps): Promise<void> {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - newsMs);
  const mailedBefore = new Date(now.getTime() - hourMs);
  const readers = await inPlatform(deps.db, (tx) =>
    queries.selectReaders(tx, { since, mailedBefore, limit: readersAtOnce }),
  );
  await eachAlone(readers, (reader) => mailOne(deps, reader, { now, since, mailedBefore }));
}

const mailOne = (
  { db, mailer, linkBase }: DigestDeps,
  person: queries.MailReader,
  { now, since, mailedBefore }: { now: Date; since: Date; mailedBefore: Date },
): Promise<void> =>
  inPlatform(db, async (tx) => {
    const after = await queries.lockMailPlace(tx, person, mailedBefore);
    if (after === null) return;
    const notices = await queries.selectForMail(tx, person, { after, since });
    const newest = notices.at(-1);
    if (!newest) return;
    await queries.moveMailPlace(tx, person, newest.seq, now);
    await happened(tx, nobody(person.merchantId), {
      fact: 'notices.mailed',
      at: now,
      about: { type: 'merchant', id: person.merchantId },
      mail: {
        mailer,
        to: person.email,
        reader: await preferencesOf(tx, person.userId),
        values: (words) => ({
          head: headOf(words, notices),
          sentences: linesOf(words, notices),
          link: linkBase() + paths.dashboard,
          choices: linkBase() + paths.settings,
        }),
      },
    });
  });

function sentenceOf({ text, amount }: Words, { type, about, amountMinor, count }: ReadNotice): string {
  if (type === 'OVD') {
    return text('notifications:OVD', { count: count ?? 0, amount: `${amount(amountMinor ?? 0)} ${about}` });
  }
  return text(`notifications:${type}`, type === 'UNB' ? { id: about } : { tid: about });
}

/** One says itself; several are counted. */
function headOf(words: Words, notices: readonly ReadNotice[]): string {
  const [only, ...others] = notices;
  if (only && others.length === 0) return sentenceOf(words, only);
  return words.text('notices:several', { count: notices.length });
}

function linesOf(words: Words, notices: readonly ReadNotice[]): string {
  const lines = notices
    .slice(0, linesMax)
    .map((each) => `${sentenceOf(words, each)} (${words.moment(each.at)})`);
  const more = notices.length - lines.length;
  return [...lines, ...(more > 0 ? [words.text('notices:more', { count: more })] : [])].join('\n');
}
