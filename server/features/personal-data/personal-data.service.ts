import { closingOf } from '@mizan/contract/closing.ts';
import * as contract from '@mizan/contract/personal-data.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Actor, Nobody } from '../../platform/audit/audit.ts';
import { announceToPerson } from '../../platform/bus/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { byteOrderMark, csvTextLine } from '../../platform/exports/csv.writer.ts';
import { exportFileName, mediaTypes } from '../../platform/exports/export-file.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import { daysAt, type Keeping } from '../../platform/housekeeping/retention.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { settingOf } from '../../platform/settings/settings.ts';
import { type Words, wordsFor } from '../../platform/words.ts';
import { endAllAccess } from '../auth/other-access.ts';
import { endedDevicesDays } from '../auth/trusted-devices.service.ts';
import { holdMerchant } from '../merchants/merchants.service.ts';
import { forgetPasskeys } from '../passkeys/passkeys.service.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import { moveCashier } from '../terminals/terminal-cashier.service.ts';
import { changeProfile, forgetUser, isLastOwner, personOf, placeOf } from '../users/users.service.ts';
import { forgetViews } from '../views/views.service.ts';
import {
  clearRequests,
  countOtherAdministrators,
  insertRequest,
  lockRequestFor,
  type NewRequest,
  type PersonalFile,
  type RequestRow,
  readPersonalFile,
  selectAnswerers,
  selectCounts,
  selectOwnRequests,
  selectRequestsFor,
  updateState,
  updateWanted,
} from './personal-data.queries.ts';

/** What people ask for under the personal data law (docs/decisions/0206-requests-under-the-personal-data-law.md). */
export interface PersonalDataDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly mailer: Mailer;
}

const dayMs = 86_400_000;

/** An owner and an administrator are answered by the administration, everybody else by their owner. */
const answeredBy = ({ teamRole, merchantId }: Principal): 'OWNER' | 'ADMIN' =>
  merchantId === null || teamRole === 'owner' ? 'ADMIN' : 'OWNER';

const onWire = (row: RequestRow, now: Date): contract.OwnRequest => ({
  id: row.id,
  kind: row.kind,
  field: row.field,
  wanted: row.wanted,
  version: row.version,
  state: row.state,
  askedAt: row.askedAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  isOverdue: contract.personalCan.answer(row) && row.dueAt < now,
  answeredAt: row.answeredAt?.toISOString() ?? null,
  answeredByName: row.answeredByName,
  reason: row.reason,
  withdrawnAt: row.withdrawnAt?.toISOString() ?? null,
});

const untimed = { until: null, days: null } as const;

/** What is kept of the caller and for how long, and what they asked for. */
export const personalDataOf = (
  { db, clock, ...keeping }: PersonalDataDeps & Keeping,
  principal: Principal,
): Promise<contract.PersonalData> =>
  inPlatform(db, async (tx) => {
    const { userId, merchantId } = principal;
    const now = clock.now();
    const counted = await selectCounts(tx, userId, merchantId);
    if (!counted) throw new Error('counting answered nothing');
    const { newestPayment, ...counts } = counted;
    const said = await settingOf(tx, 'keepDays');
    const [sessions, notices] = [
      daysAt(keeping, said, 'sessions', now),
      daysAt(keeping, said, 'notices', now),
    ];
    const goes = (kind: keyof typeof counts) =>
      ({ ...untimed, kind, count: counts[kind], stays: 'DELETED' }) as const;
    const timed = (kind: keyof typeof counts, days: number) =>
      ({ kind, count: counts[kind], stays: 'TIMED', until: null, days }) as const;
    return {
      kept: [
        { ...untimed, kind: 'profile', count: null, stays: 'DELETED' },
        goes('passkeys'),
        goes('views'),
        timed('sessions', sessions),
        timed('devices', endedDevicesDays),
        timed('pushDevices', sessions),
        timed('notices', notices),
        ...(newestPayment
          ? [
              {
                kind: 'payments',
                count: null,
                stays: 'LAW',
                until: closingOf(newestPayment).keptUntil,
                days: null,
              } as const,
            ]
          : []),
        { ...untimed, kind: 'audit', count: null, stays: 'ALWAYS' },
      ],
      answeredBy: answeredBy(principal),
      requests: (await selectOwnRequests(tx, userId)).map((row) => onWire(row, now)),
    };
  });

const personalColumns = ['part', 'row', 'name', 'value'] as const;

/** One line a value: part, number of the row, name, value. */
function csvOf(file: PersonalFile, { text }: Words): string {
  const lines = [csvTextLine(personalColumns.map((name) => text(`exports:personalData.${name}`)))];
  for (const [part, rows] of Object.entries(file)) {
    for (const [index, row] of rows.entries()) {
      for (const [name, value] of Object.entries(row)) {
        if (value !== null) lines.push(csvTextLine([part, String(index + 1), name, textOf(value)]));
      }
    }
  }
  return byteOrderMark + lines.join('');
}
const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The caller's own data as a file; that it was taken is on record. */
export const takePersonalData = (
  { db, clock }: PersonalDataDeps,
  principal: Principal,
  format: 'json' | 'csv',
): Promise<{ name: string; mediaType: string; content: string }> =>
  inPlatform(db, async (tx) => {
    const { userId, merchantId } = principal;
    const file = await readPersonalFile(tx, userId, merchantId);
    await happened(tx, principal, {
      fact: 'personalData.taken',
      at: clock.now(),
      about: { type: 'user', id: userId },
      params: { format },
    });
    const words = wordsFor(await preferencesOf(tx, userId));
    const name = exportFileName(words.text('exports:personalData.title'), format);
    // As bytes: JSON would be read as an answer of the portal.
    return format === 'json'
      ? { name, mediaType: 'application/octet-stream', content: JSON.stringify(file, null, 2) }
      : { name, mediaType: mediaTypes.csv, content: csvOf(file, words) };
  });

/** The log of whose person asked, and that of the administration where it answers. */
export function logsOf<By extends Actor | Nobody>(
  actor: By,
  merchantId: string | null,
  by: 'OWNER' | 'ADMIN',
): By[] {
  const platform = { ...actor, merchantId: null };
  if (merchantId === null) return [platform];
  const own = { ...actor, merchantId };
  return by === 'ADMIN' ? [own, platform] : [own];
}

/** Tells the open windows of those who answer that they are asked something else now; answers who of them has an e-mail. */
export async function answerersTold(
  tx: Tx,
  principal: Principal,
  by: 'OWNER' | 'ADMIN',
): Promise<{ id: string; email: string }[]> {
  const { userId, merchantId } = principal;
  const all = await selectAnswerers(tx, { userId, merchantId: by === 'ADMIN' ? null : merchantId });
  for (const { id } of all) await announceToPerson(tx, id, { type: 'OWN' });
  return all.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}

/** Keeps what is asked for, and writes to those who answer; the due day of one that waits stays. */
export const askPersonalData = (
  deps: PersonalDataDeps,
  principal: Principal,
  body: RouteInput<typeof contract.askPersonalData>['body'],
): Promise<{ id: string }> =>
  inPlatform(deps.db, async (tx) => {
    const { userId, merchantId } = principal;
    const askedAt = deps.clock.now();
    const by = answeredBy(principal);
    const correction = body.kind === 'CORRECTION' ? body : null;
    const asked: NewRequest = {
      merchantId,
      userId,
      kind: body.kind,
      field: correction?.field ?? null,
      wanted: correction?.wanted ?? null,
      answeredBy: by,
      askedAt,
      dueAt: new Date(askedAt.getTime() + contract.answerDays * dayMs),
    };
    const id = await insertRequest(tx, asked);
    if (id === null) {
      const kept = await updateWanted(tx, asked);
      if (!kept) throw new Failure('conflict', 'It was answered at this very moment.');
      await answerersTold(tx, principal, by);
      return kept;
    }
    const about = { type: 'user', id: userId } as const;
    for (const log of logsOf(principal, merchantId, by)) {
      await happened(tx, log, {
        fact: 'personalData.asked',
        at: askedAt,
        about,
        params: { kind: asked.kind },
      });
    }
    for (const { id: reader, email } of await answerersTold(tx, principal, by)) {
      await happened(tx, principal, {
        fact: 'personalData.askedTold',
        at: askedAt,
        about,
        mail: {
          mailer: deps.mailer,
          to: email,
          reader: await preferencesOf(tx, reader),
          values: ({ moment, text }) => ({
            by: principal.fullName,
            what: text(`mails:personalKind.${asked.kind}`),
            due: moment(asked.dueAt),
          }),
        },
      });
    }
    return { id };
  });

/** What others ask the caller for. */
export const requestsFor = (
  { db, clock }: PersonalDataDeps,
  principal: Principal,
): Promise<RouteOutput<typeof contract.listPersonalRequests>> =>
  inPlatform(db, async (tx) => ({
    rows: (await selectRequestsFor(tx, principal)).map((row) => ({
      ...onWire(row, clock.now()),
      name: row.name,
      merchant: principal.merchantId === null ? row.merchant : null,
    })),
  }));

/** Takes a person out: nobody signs in as them any more, and what names them by their row names a number. */
async function deletePerson(tx: Tx, { userId, merchantId }: RequestRow, at: Date): Promise<void> {
  if (merchantId === null) {
    if ((await countOtherAdministrators(tx, userId)) === 0) throw refused('lastAdministrator');
  } else {
    // In turn with all else that changes who is an owner.
    await holdMerchant(tx, merchantId);
    const person = await personOf(tx, merchantId, userId);
    const isOwner = person && placeOf(person) === 'owner';
    if (isOwner && (await isLastOwner(tx, merchantId, userId))) throw refused('lastOwner');
    const terminalId = person?.terminalId ?? null;
    await moveCashier(tx, merchantId, { id: userId, terminalId }, { branchId: null, terminalId: null });
    await forgetViews(tx, merchantId, userId, at);
  }
  await endAllAccess(tx, userId, at);
  await forgetPasskeys(tx, userId);
  await forgetUser(tx, userId, at);
  await clearRequests(tx, userId, at);
}
const refused = (reason: 'changed' | 'withdrawn' | 'answered' | 'lastOwner' | 'lastAdministrator'): Failure =>
  new Failure('conflict', 'This cannot be done with the request.', { reason });

async function tellAsker(
  tx: Tx,
  { mailer }: PersonalDataDeps,
  actor: Principal,
  told: { asked: RequestRow; email: string | null; state: contract.PersonalState; reason: string; at: Date },
): Promise<void> {
  const { asked, email, state, reason, at } = told;
  if (!email || state === 'IN_WORK') return;
  await happened(tx, actor, {
    fact: state === 'DONE' ? 'personalData.doneTold' : 'personalData.refusedTold',
    at,
    about: { type: 'user', id: asked.userId },
    mail: {
      mailer,
      to: email,
      reader: await preferencesOf(tx, asked.userId),
      values: ({ moment, text }) => ({
        by: actor.fullName,
        what: text(`mails:personalKind.${asked.kind}`),
        when: moment(asked.askedAt),
        reason,
      }),
    },
  });
}

/**
 * Answers one. Done, a name or a mobile is corrected and a person is deleted in the same transaction; the same answer
 * again changes nothing.
 * @throws Failure 'notFound', also of one that is not the caller's to answer; 'conflict' with `reason`
 */
export const answerRequest = (
  deps: PersonalDataDeps,
  actor: Principal,
  id: string,
  { version, state, reason }: RouteInput<typeof contract.answerPersonalRequest>['body'],
): Promise<{ state: contract.PersonalState }> =>
  inPlatform(deps.db, async (tx) => {
    const asked = await lockRequestFor(tx, actor, id);
    if (!asked) throw notFound();
    if (asked.state === state) return { state };
    if (asked.state === 'WITHDRAWN') throw refused('withdrawn');
    if (!contract.personalCan.answer(asked)) throw refused('answered');
    // What was read is what is answered: somebody may have asked for another name meanwhile.
    if (asked.version !== version) throw refused('changed');
    const at = deps.clock.now();
    const { userId, merchantId, kind, field, wanted } = asked;
    const by = actor.merchantId === null ? 'ADMIN' : 'OWNER';
    const [profile] = (await readPersonalFile(tx, userId, merchantId)).profile;
    const email = typeof profile?.['email'] === 'string' ? profile['email'] : null;
    await updateState(tx, id, { state, reason: reason || null, name: actor.fullName, at });
    await announceToPerson(tx, userId, { type: 'OWN' });
    await tellAsker(tx, deps, actor, { asked, email, state, reason: reason ?? '', at });
    if (state === 'DONE' && kind === 'DELETION') await deletePerson(tx, asked, at);
    if (state === 'DONE' && wanted !== null && (field === 'fullName' || field === 'mobile')) {
      await changeProfile(tx, userId, { [field]: wanted }, at);
    }
    for (const log of logsOf(actor, merchantId, by)) {
      await happened(tx, log, {
        fact: 'personalData.answered',
        at,
        about: { type: 'user', id: userId },
        params: { kind, state },
      });
    }
    return { state };
  });
