import {
  auditActions,
  type listAuditEntries,
  type listAuditPeople,
  type listChangesOf,
} from '@mizan/contract/audit.ts';
import { addDays, startOfRiyadhDay } from '@mizan/contract/business-day.ts';
import { seenParams } from '@mizan/contract/facts.ts';
import { readCursor, windowDays, writeCursor } from '@mizan/contract/page.ts';
import type { Role } from '@mizan/contract/roles.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { browserFacts } from '../../platform/http/browser-facts.ts';
import type { Principal } from '../../platform/http/call.ts';
import { wordsFor } from '../../platform/words.ts';
import { dayWindow } from '../transactions/transaction-window.ts';
import {
  type EntryFilter,
  type EntryRow,
  selectAdministrators,
  selectChangesOf,
  selectOwnEntries,
  selectOwnPeople,
  selectPlatformEntries,
} from './audit-list.queries.ts';

export interface AuditDeps {
  readonly db: Database;
  readonly clock: Clock;
}

export const shown = ({ userAgent, at, ...row }: EntryRow, role: Role) => ({
  ...row,
  before: seenParams(row.action, row.before, role),
  after: seenParams(row.action, row.after, role),
  at: at.toISOString(),
  ...browserFacts(userAgent),
});

type Asked = Pick<
  RouteInput<typeof listAuditEntries>['query'],
  'personId' | 'action' | 'from' | 'to' | 'search'
>;

/** The actions whose words hold a text, in whichever language somebody reads. */
const actionsNamed = (text: string): string[] =>
  auditActions.filter((action) =>
    (['en', 'ar'] as const).some((language) =>
      wordsFor(language).text(`facts:title.${action}`).toLowerCase().includes(text.toLowerCase()),
    ),
  );

/** @throws Failure 'badRequest' where the days are no window */
export function filterOf(query: Asked, now: Date): EntryFilter {
  const { from, to } = dayWindow(query, windowDays.default, now);
  return {
    from: startOfRiyadhDay(from),
    before: startOfRiyadhDay(addDays(to, 1)),
    personId: query.personId ?? null,
    action: query.action ?? null,
    searched: query.search ? { text: query.search, actions: actionsNamed(query.search) } : null,
  };
}

type Entries = (
  filter: EntryFilter,
  after: { createdAt: Date; id: string } | null,
  limit: number,
) => Promise<EntryRow[]>;
/** Whose log it is: a merchant's own, or the platform's. */
export const entriesOf =
  (db: Database, merchantId: string | null): Entries =>
  (filter, after, limit) =>
    merchantId === null
      ? selectPlatformEntries(db, filter, after, limit)
      : selectOwnEntries(db, merchantId, filter, after, limit);

/**
 * A page of the audit log, newest first: a merchant's own, or the platform's for an administrator.
 * @throws Failure 'badRequest' where the days are no window
 */
export async function listEntries(
  { db, clock }: AuditDeps,
  { merchantId, role }: Principal,
  query: RouteInput<typeof listAuditEntries>['query'],
): Promise<RouteOutput<typeof listAuditEntries>> {
  const filter = filterOf(query, clock.now());
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  return pageFrom((limit) => entriesOf(db, merchantId)(filter, after, limit), query.limit, role);
}

async function pageFrom(ask: (limit: number) => Promise<EntryRow[]>, limit: number, role: Role) {
  // One row more than is shown tells whether there is a next page.
  const found = await ask(limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows: rows.map((row) => shown(row, role)),
    nextCursor: last ? writeCursor(last.at, last.id) : null,
  };
}

/** Those whom the log can be narrowed to: the merchant's people, or the administrators. */
export async function listPeople(
  { db }: AuditDeps,
  { merchantId }: Principal,
): Promise<RouteOutput<typeof listAuditPeople>> {
  return {
    rows: merchantId === null ? await selectAdministrators(db) : await selectOwnPeople(db, merchantId),
  };
}

/** Who changed a row that administrators keep, newest first. */
export async function listChanges(
  { db }: AuditDeps,
  { cursor, limit, ...of }: RouteInput<typeof listChangesOf>['query'],
): Promise<RouteOutput<typeof listChangesOf>> {
  const after = cursor === undefined ? null : readCursor(cursor);
  return pageFrom((rows) => selectChangesOf(db, of, after, rows), limit, 'ADMIN');
}
