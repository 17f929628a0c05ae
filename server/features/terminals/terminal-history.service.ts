import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type {
  getTerminalHistory,
  listLineLog,
  TerminalDetail,
  TerminalHistory,
} from '@mizan/contract/terminal-history.ts';
import { inPlatform, inTenant } from '../../platform/database/database.ts';
import { notFound } from '../../platform/failure.ts';
import type { Member } from '../../platform/http/call.ts';
import type { KeptPicture } from '../../platform/pictures/received-picture.ts';
import { pictureOfNamed, pictureVersionOf } from '../models/shown-picture.service.ts';
import { lineOf } from './line-breaks.ts';
import {
  deleteOldHealth,
  deleteOldLog,
  hasTerminal,
  selectByTid,
  selectHealth,
  selectLineChanges,
  selectLog,
  selectPaymentsByHour,
} from './terminal-history.queries.ts';
import { readTerminals, type TerminalDeps } from './terminals.service.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** How long what a terminal was like is kept: the longest picture and a day more. */
const healthKeptMs = 8 * dayMs;
const logKeptMs = 90 * dayMs;

/** One terminal by its number, retired or not. @throws Failure 'notFound' */
export async function terminalByTid(
  { db, clock }: TerminalDeps,
  member: Member,
  tid: string,
): Promise<TerminalDetail> {
  const found = await inTenant(db, member.merchantId, (tx) => selectByTid(tx, tid));
  const [row] = found ? await readTerminals(db, member.merchantId, { id: found.id }) : [];
  if (!found || !row) throw notFound();
  return {
    ...row,
    now: clock.now().toISOString(),
    status: found.status,
    addedAt: found.addedAt.toISOString(),
    pairedAt: found.pairedAt?.toISOString() ?? null,
    packageSince: found.packageSince?.toISOString() ?? null,
    pictureVersion: await pictureVersionOf(db, row),
  };
}

/**
 * What the model of a terminal looks like. @throws Failure 'notFound' of the terminal, and where there is no picture of this
 * version
 */
export async function terminalPicture(
  { db }: TerminalDeps,
  member: Member,
  { tid, version }: { tid: string; version: string },
): Promise<KeptPicture> {
  const found = await inTenant(db, member.merchantId, (tx) => selectByTid(tx, tid));
  const [row] = found ? await readTerminals(db, member.merchantId, { id: found.id }) : [];
  const picture = row ? await pictureOfNamed(db, row) : null;
  if (picture?.version !== version) throw notFound();
  return picture;
}

/** How a terminal was in the last hours. @throws Failure 'notFound' */
export async function terminalHistory(
  { db, clock }: TerminalDeps,
  member: Member,
  { params, query }: Pick<RouteInput<typeof getTerminalHistory>, 'params' | 'query'>,
): Promise<TerminalHistory> {
  const to = clock.now();
  // Whole hours, as the rollups have them: no bar stands there in half.
  const from = new Date(Math.floor(to.getTime() / hourMs - Number(query.hours) + 1) * hourMs);
  return inTenant(db, member.merchantId, async (tx) => {
    if (!(await hasTerminal(tx, params.id))) throw notFound();
    const [health, changes, payments] = await Promise.all([
      selectHealth(tx, params.id, from),
      selectLineChanges(tx, params.id, from),
      selectPaymentsByHour(tx, params.id, from),
    ]);
    return {
      from: from.toISOString(),
      to: to.toISOString(),
      health: health.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
      line: lineOf(changes, from),
      payments: payments.map(({ hour, ...rest }) => ({ hour: hour.toISOString(), ...rest })),
    };
  });
}

/** A page of the connection log. @throws Failure 'notFound' */
export async function lineLog(
  { db }: TerminalDeps,
  member: Member,
  { params, query: { cursor, limit } }: Pick<RouteInput<typeof listLineLog>, 'params' | 'query'>,
): Promise<RouteOutput<typeof listLineLog>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  return inTenant(db, member.merchantId, async (tx) => {
    if (!(await hasTerminal(tx, params.id))) throw notFound();
    const rows = await selectLog(tx, params.id, { after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      rows: page.map(({ lostAt, at, ...row }) => ({
        ...row,
        at: at.toISOString(),
        afterSeconds: lostAt && Math.round((at.getTime() - lostAt.getTime()) / 1_000),
      })),
      nextCursor: last ? writeCursor(last.at, last.id) : null,
    };
  });
}

/** Deletes what has had its time, as the platform: it is of all merchants. */
export async function tidyHistory({ db, clock }: TerminalDeps): Promise<void> {
  const now = clock.now().getTime();
  await inPlatform(db, (tx) => deleteOldHealth(tx, new Date(now - healthKeptMs)));
  await inPlatform(db, (tx) => deleteOldLog(tx, new Date(now - logKeptMs)));
}
