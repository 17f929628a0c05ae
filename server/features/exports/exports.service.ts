import { createReadStream } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { riyadhDay } from '@mizan/contract/business-day.ts';
import { type ExportFormat, exportCan, exportLimits } from '@mizan/contract/export-terms.ts';
import type { ExportJob, ExportSubject, FileSubject } from '@mizan/contract/exports.ts';
import { inTenant, type Tx } from '../../platform/database/database.ts';
import {
  type ExportFile,
  exportFileName,
  mediaTypes,
  refuseTooMany,
} from '../../platform/exports/export-file.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { type Language, wordsFor } from '../../platform/words.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { type ExportDeps, openTable } from './exports.deps.ts';
import {
  countOpen,
  type ExportRecord,
  giveUpJob,
  giveWay,
  insertJob,
  selectJob,
  selectNewest,
} from './exports.queries.ts';

export const runExportJob = 'exports.run';
/** What fails of itself this often is FAILED; the queue tries once more for a process that was killed. */
export const attemptsMax = 3;

export const exportPath = (folder: string, fileUuid: string): string => join(folder, fileUuid);

const jobOf = (record: ExportRecord): ExportJob => ({
  id: record.id,
  subject: record.subject,
  format: record.format,
  state: record.state,
  fileName: record.fileName,
  rowsDone: record.rowsDone,
  rowsTotal: record.rowsTotal,
  sizeBytes: record.sizeBytes,
  createdAt: record.createdAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? null,
  expiresAt: record.expiresAt?.toISOString() ?? null,
});

const aboutOf = ({ id }: { id: string }) => ({ type: 'export', id }) as const;

/**
 * Asks for a file. It is counted and refused here, and written by a job.
 * @throws Failure 'tooLarge' (details.maxRows), 'conflict' (details.most), and what the subject's own list throws
 */
export async function askExport(
  deps: ExportDeps,
  member: Member,
  { subject, format, lang }: { subject: ExportSubject; format: ExportFormat; lang: Language },
): Promise<ExportJob> {
  const { digits, calendar } = await ownPreferences(deps, member);
  const reader = { language: lang, digits, calendar };
  const table = await openTable(deps.sources, member.merchantId, subject, reader);
  refuseTooMany(table.rowsTotal, format, false);
  const fileName = exportFileName(table.fileTitle, format);
  const { rowsTotal } = table;
  return inTenant(deps.db, member.merchantId, async (tx) => {
    const record = await enter(tx, deps, member, { subject, format, reader, fileName, rowsTotal });
    const params = { fileName, rowsTotal };
    const { createdAt: at } = record;
    await happened(tx, member, { fact: 'exports.asked', at, about: aboutOf(record), params });
    return jobOf(record);
  });
}

/** Writes the row and its job. @throws Failure 'conflict' (details.most) */
async function enter(
  tx: Tx,
  { clock }: ExportDeps,
  { userId: askedBy, merchantId }: Member,
  file: Pick<ExportRecord, 'subject' | 'format' | 'reader' | 'fileName' | 'rowsTotal'>,
): Promise<ExportRecord> {
  if ((await countOpen(tx)) >= exportLimits.runningMax) throw tooMany();
  // It is as large as all that the merchant has: one at a time, and one copy of it.
  const { kind } = file.subject;
  if (kind === 'everything' && !(await giveWay(tx, kind, clock.now()))) throw tooMany();
  const record = await insertJob(tx, { askedBy, createdAt: clock.now(), ...file });
  if (!record) throw new Error('an export was not written down');
  await enqueue(tx, runExportJob, { merchantId, exportId: record.id }, { maxTries: attemptsMax + 1 });
  return record;
}

/** Asks for one ZIP of everything that the merchant owns; its rows are counted when it is written. @throws Failure 'conflict' */
export async function askEverything(deps: ExportDeps, member: Member, lang: Language): Promise<ExportJob> {
  const { digits, calendar } = await ownPreferences(deps, member);
  const title = wordsFor(lang).text('exports:everything.title', { day: riyadhDay(deps.clock.now()) });
  const file = {
    subject: { kind: 'everything' },
    format: 'zip',
    reader: { language: lang, digits, calendar },
    fileName: exportFileName(title, 'zip'),
    rowsTotal: 0,
  } as const;
  return inTenant(deps.db, member.merchantId, async (tx) => {
    const record = await enter(tx, deps, member, file);
    const params = { fileName: file.fileName };
    const { createdAt: at } = record;
    await happened(tx, member, { fact: 'exports.everythingAsked', at, about: aboutOf(record), params });
    return jobOf(record);
  });
}

const tooMany = (): Failure =>
  new Failure('conflict', 'Other files are being prepared; wait until one is done.', {
    most: exportLimits.runningMax,
  });

async function findOwn(tx: Tx, member: Member, id: string): Promise<ExportRecord> {
  const record = await selectJob(tx, id, member.userId);
  if (!record) throw notFound();
  return record;
}

/** The newest that somebody asked for, of one kind. */
export const listExports = (
  { db }: ExportDeps,
  { merchantId, userId }: Member,
  kind: FileSubject['kind'],
): Promise<{ rows: ExportJob[] }> =>
  inTenant(db, merchantId, async (tx) => ({
    rows: (await selectNewest(tx, userId, kind, exportLimits.listedMax)).map(jobOf),
  }));

export const exportProgress = ({ db }: ExportDeps, member: Member, id: string): Promise<ExportJob> =>
  inTenant(db, member.merchantId, async (tx) => jobOf(await findOwn(tx, member, id)));

/** Stops the writing, or gives a finished file back. What is over already stays as it is. */
export async function cancelExport(
  { db, clock, folder }: ExportDeps,
  member: Member,
  id: string,
): Promise<ExportJob> {
  const record = await inTenant(db, member.merchantId, async (tx) => {
    const at = clock.now();
    const changed = await giveUpJob(tx, id, member.userId, at);
    if (!changed) return findOwn(tx, member, id);
    const params = { fileName: changed.fileName };
    await happened(tx, member, { fact: 'exports.canceled', at, about: aboutOf(changed), params });
    return changed;
  });
  if (record.fileUuid) await rm(exportPath(folder, record.fileUuid), { force: true });
  return jobOf(record);
}

/** Everything is handed out by a route of its own, which asks for the owner and a fresh sign-in. */
const isOf = ({ subject }: ExportRecord, which: 'list' | 'everything'): boolean =>
  (subject.kind === 'everything') === (which === 'everything');

/**
 * A prepared file. @throws Failure 'notFound', 'conflict' (details.state) where there is none yet or no more,
 * 'unavailable' where it lies in the folder of a portal on another machine
 */
export async function downloadExport(
  { db, clock, folder }: ExportDeps,
  member: Member,
  id: string,
  which: 'list' | 'everything',
): Promise<ExportFile> {
  return inTenant(db, member.merchantId, async (tx) => {
    const record = await findOwn(tx, member, id);
    if (!isOf(record, which)) throw notFound();
    const { state, fileUuid, expiresAt, fileName, format } = record;
    const at = clock.now();
    const isOver = expiresAt !== null && expiresAt <= at;
    if (!exportCan.download(state) || fileUuid === null || isOver) {
      throw new Failure('conflict', 'There is no file of this export to download.', {
        state: isOver ? 'EXPIRED' : state,
      });
    }
    const path = exportPath(folder, fileUuid);
    await access(path).catch(() => {
      throw new Failure('unavailable', 'The file lies with another portal; try again.');
    });
    const about = aboutOf(record);
    await happened(tx, member, { fact: 'exports.downloaded', at, about, params: { fileName } });
    return { name: fileName, mediaType: mediaTypes[format], content: createReadStream(path) };
  });
}
