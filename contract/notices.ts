import * as z from 'zod';
import { noticeTypes } from './live.ts';
import { instant, pageLimit, rowId } from './page.ts';
import { hearsAll, type TeamRole } from './rights.ts';
import { merchantRoles } from './roles.ts';
import { defineRoute } from './route.ts';

/**
 * Notices: what rings the bell (docs/decisions/0120-notices-in-the-order-of-their-commits.md). Beside the specified types
 * those that ask for somebody: SIL (a terminal is silent while the shop is open), UNB (a bank file does not balance), OVD
 * (money is overdue). They cannot be kept out of the bell, so that nothing which matters is lost in silence.
 */
const alertTypes = ['SIL', 'UNB', 'OVD'] as const;
export const bellTypes = [...noticeTypes, ...alertTypes] as const;
export type BellType = (typeof bellTypes)[number];

/** The kinds that somebody in this place of the team can ever hear: those of no terminal are for who hears of all of them. */
export const heardTypes = (teamRole: TeamRole): readonly BellType[] =>
  hearsAll(teamRole) ? bellTypes : bellTypes.filter((type) => type !== 'UNB' && type !== 'OVD');

/** Grows by one with each notice of a merchant, in the order in which they were committed. */
const seq = z.number().int().min(0);
const askedSeq = z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const notice = z.object({
  seq,
  type: z.enum(bellTypes),
  /** The terminal's number; of UNB the bank file's, of OVD the currency. */
  about: z.string(),
  /** Of OVD: the sum in minor units, and of how many settlements; null of all others. */
  amountMinor: z.number().int().nullable(),
  count: z.number().int().nullable(),
  timestamp: instant,
});
export type Notice = z.infer<typeof notice>;

/** Beyond it the bell says that there are more: it is no figure to reckon with. */
export const unreadCountMax = 999;

const noticeState = z.object({
  /** Who asks: their own 'NRD' says that another window of theirs has read. */
  userId: rowId,
  /** The newest notice of the merchant, whoever hears it; 0 before the first. */
  newestSeq: seq,
  /** Everything up to here was read, on whichever device. */
  readSeq: seq,
  unreadCount: z.number().int().max(unreadCountMax),
  hasMoreUnread: z.boolean(),
});
export type NoticeState = z.infer<typeof noticeState>;

export const getNoticeState = defineRoute({
  id: 'notices.state',
  method: 'GET',
  path: '/notices/state',
  allow: merchantRoles,
  right: 'account.own',
  summary: 'How far the caller has read the notices, and how many are unread',
  output: noticeState,
  errors: [],
});

export const listNotices = defineRoute({
  id: 'notices.list',
  method: 'GET',
  path: '/notices',
  allow: merchantRoles,
  right: 'account.own',
  summary:
    'The notices of the caller without the kinds that they muted: newest first, with before those older than it, with after those newer than it and oldest first',
  query: z
    .object({
      before: askedSeq.optional(),
      after: askedSeq.optional(),
      limit: z.coerce.number().int().min(1).max(pageLimit.max).default(pageLimit.default),
    })
    .refine(({ before, after }) => before === undefined || after === undefined),
  output: z.object({
    rows: z.array(notice),
    hasMore: z.boolean(),
    /** The newest number that these rows were read with: what is newer is asked for after it. */
    newestSeq: seq,
  }),
  errors: [],
});

export const readNotices = defineRoute({
  id: 'notices.read',
  method: 'POST',
  path: '/notices/read',
  allow: merchantRoles,
  right: 'account.own',
  idempotency: 'natural',
  summary: 'Notes that the caller has read everything up to a notice; what was read stays so',
  body: z.strictObject({ upTo: seq.max(Number.MAX_SAFE_INTEGER) }),
  example: { body: { upTo: 41 } },
  output: noticeState,
  errors: [],
});
