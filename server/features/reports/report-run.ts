import { buffer } from 'node:stream/consumers';
import { screens } from '@mizan/contract/screens.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { exportContent, exportFileName } from '../../platform/exports/export-file.ts';
import { happened, nobody } from '../../platform/facts/facts.ts';
import { eachAlone } from '../../platform/jobs/each-alone.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import type { Attachment, Mailer } from '../../platform/mail/mailer.ts';
import type { Reader, Words } from '../../platform/words.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { ownersWithMail } from '../users/users.service.ts';
import { followingDue, periodOf } from './report-days.ts';
import { reportTable } from './report-tables.ts';
import {
  claimDue,
  insertRun,
  isInBusiness,
  lockDue,
  type ScheduleRow,
  selectDue,
  setNext,
} from './reports.queries.ts';

/** Reports as they are written and sent (docs/decisions/0162-reports-by-e-mail.md). */
export interface ReportDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
  readonly linkBase: () => string;
}
export interface Person {
  id: string;
  email: string;
}

const dueAtOnce = 100;
/** Longer than a report takes. One that failed, or whose process ended, is tried again after it. */
const claimMs = 10 * 60_000;

export const aboutRun = (merchantId: string, runId: string): string => `report ${merchantId} ${runId}`;

/** A report for each of these people, in their own language and digits; the same file is written once. */
export async function writtenFor(
  deps: ReportDeps,
  merchantId: string,
  schedule: Pick<ScheduleRow, 'kind' | 'format'> & { from: string; to: string },
  people: readonly Person[],
): Promise<{ to: string; reader: Reader; attachment: Attachment }[]> {
  const files = new Map<string, Attachment>();
  const written: { to: string; reader: Reader; attachment: Attachment }[] = [];
  for (const { id, email: to } of people) {
    const { language, digits, calendar } = await inPlatform(deps.db, (tx) => preferencesOf(tx, id));
    const reader: Reader = { language, digits, calendar };
    const key = JSON.stringify(reader);
    let attachment = files.get(key);
    if (!attachment) {
      const table = await reportTable(deps, merchantId, schedule, reader);
      const content = await buffer(exportContent(table, schedule.format));
      attachment = { name: exportFileName(table.fileTitle, schedule.format), content };
      files.set(key, attachment);
    }
    written.push({ to, reader, attachment });
  }
  return written;
}

/** The days that it is about; of what is open, which is of no days, the moment. */
function daysIn(words: Words, { kind, from, to, writtenAt }: Parameters<typeof insertRun>[2]): string {
  if (kind === 'EXCEPTIONS') return words.moment(writtenAt);
  if (from === to) return words.day(from);
  return words.text('mails:report.span', { from: words.day(from), to: words.day(to) });
}

/** A mail for each, about the run that was written down. In the transaction that makes it so. */
export async function tellRun(
  tx: Tx,
  deps: ReportDeps,
  merchantId: string,
  run: Parameters<typeof insertRun>[2] & { id: string },
  written: Awaited<ReturnType<typeof writtenFor>>,
): Promise<void> {
  const about = aboutRun(merchantId, run.id);
  const link = `${deps.linkBase()}${screens.reports.path}`;
  for (const { to, reader, attachment } of written) {
    const mail: Letter = {
      mailer: deps.mailer,
      to,
      reader,
      about,
      link,
      attachment,
      values: (words: Words) => ({
        report: words.text(`mails:report.kind.${run.kind}`),
        days: daysIn(words, run),
        when: words.moment(run.writtenAt),
        link,
      }),
    };
    const fact = {
      fact: 'reports.written',
      at: run.writtenAt,
      about: { type: 'merchant', id: merchantId },
    } as const;
    await happened(tx, nobody(merchantId), { ...fact, mail });
  }
}

/** Every minute: what is due. Each is written by one process at a time; one that fails stands behind the others the next time. */
export async function writeReports(deps: ReportDeps): Promise<void> {
  const due = await selectDue(deps.db, deps.clock.now(), dueAtOnce);
  await eachAlone(due, (schedule) => writeOne(deps, schedule));
}

async function writeOne(deps: ReportDeps, schedule: ScheduleRow & { merchantId: string }): Promise<void> {
  const { merchantId, id, kind, rhythm, atTime, format, nextAt: dueAt, recipientIds } = schedule;
  const now = deps.clock.now();
  const until = new Date(now.getTime() + claimMs);
  if (!(await inPlatform(deps.db, (tx) => claimDue(tx, schedule, now, until)))) return;
  const span = periodOf(rhythm, dueAt);
  // Whoever left the team, or may not sign in any more, is written to no more.
  const people = (await isInBusiness(deps.db, merchantId))
    ? (await ownersWithMail(deps.db, merchantId)).filter((each) => recipientIds.includes(each.id))
    : [];
  const written = await writtenFor(deps, merchantId, { kind, format, ...span }, people);
  await inPlatform(deps.db, async (tx) => {
    if (!(await lockDue(tx, merchantId, id, dueAt))) return;
    await setNext(tx, merchantId, id, followingDue(rhythm, atTime, dueAt, now));
    const run = {
      scheduleId: id,
      kind,
      format,
      ...span,
      dueAt,
      writtenAt: now,
      recipientsCount: people.length,
      isWritten: true,
    };
    const runId = await insertRun(tx, merchantId, run);
    await tellRun(tx, deps, merchantId, { ...run, id: runId }, written);
  });
}
