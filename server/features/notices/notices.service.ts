import { type listNotices, type NoticeState, unreadCountMax } from '@mizan/contract/notices.ts';
import { hearsAll } from '@mizan/contract/rights.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { announceTo } from '../../platform/bus/bus.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { preferencesOf } from '../preferences/preferences.service.ts';
import {
  countAfter,
  type Heard,
  moveReadPlace,
  type ReadNotice,
  selectAfter,
  selectBefore,
  selectNewest,
  selectReadPlace,
} from './notices.queries.ts';

/** The notices of a person (docs/decisions/0120-notices-in-the-order-of-their-commits.md). */
interface NoticesDeps {
  readonly db: Database;
}

/** Whose notices somebody hears: a cashier and who manages one branch their own, everybody else those of the merchant. */
const audienceOf = (member: Member): string => (hearsAll(member.teamRole) ? '0' : member.userId);

async function heardBy(db: Database, member: Member): Promise<Heard> {
  const { mutedNotices } = await inPlatform(db, (tx) => preferencesOf(tx, member.userId));
  return { audienceId: audienceOf(member), muted: mutedNotices };
}

const onWire = ({ at, ...row }: ReadNotice) => ({ ...row, timestamp: at.toISOString() });

/**
 * The newest number is read before the rows: what is committed in between is then among the rows or is asked for after it,
 * and the book of a window takes each once by its number.
 */
export async function noticesOf(
  { db }: NoticesDeps,
  member: Member,
  { before, after, limit }: RouteInput<typeof listNotices>['query'],
): Promise<RouteOutput<typeof listNotices>> {
  const heard = await heardBy(db, member);
  return inTenant(db, member.merchantId, async (tx) => {
    await tx.rows('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    const newestSeq = await selectNewest(tx);
    const found =
      after === undefined
        ? await selectBefore(tx, heard, before ?? null, limit + 1)
        : await selectAfter(tx, heard, after, limit + 1);
    return { rows: found.slice(0, limit).map(onWire), hasMore: found.length > limit, newestSeq };
  });
}

export async function noticeState({ db }: NoticesDeps, member: Member): Promise<NoticeState> {
  const heard = await heardBy(db, member);
  return inTenant(db, member.merchantId, (tx) => stateIn(tx, member, heard));
}

async function stateIn(tx: Tx, { userId }: Member, heard: Heard): Promise<NoticeState> {
  const newestSeq = await selectNewest(tx);
  const readSeq = await selectReadPlace(tx, userId);
  const found = await countAfter(tx, heard, readSeq, unreadCountMax + 1);
  return {
    userId,
    newestSeq,
    readSeq,
    unreadCount: Math.min(found, unreadCountMax),
    hasMoreUnread: found > unreadCountMax,
  };
}

/** Notes how far somebody has read, and says so to their other windows. What does not exist yet cannot be read. */
export async function readUpTo({ db }: NoticesDeps, member: Member, asked: number): Promise<NoticeState> {
  const heard = await heardBy(db, member);
  return inTenant(db, member.merchantId, async (tx) => {
    const upTo = Math.min(asked, await selectNewest(tx));
    if (upTo > 0 && (await moveReadPlace(tx, member.userId, upTo)) > 0) {
      const ids = hearsAll(member.teamRole) ? [] : [member.userId];
      await announceTo(tx, member.merchantId, { type: 'NRD', userId: member.userId }, { ids });
    }
    return stateIn(tx, member, heard);
  });
}
