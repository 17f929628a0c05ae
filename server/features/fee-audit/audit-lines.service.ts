import { addDays } from '@mizan/contract/business-day.ts';
import type { AuditLine, listAuditLines, listAuditSumLines } from '@mizan/contract/fee-audit.ts';
import { feeAuditLimits } from '@mizan/contract/fee-audit-terms.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { storedBankId, unknownBank } from '@mizan/contract/settlement.ts';
import { type Database, inTenant, type Tx } from '../../platform/database/database.ts';
import type { Member } from '../../platform/http/call.ts';
import { countLines, selectAuditBanks, selectQuietLines } from './audit.queries.ts';
import { differingLines, type Span, tooLarge } from './audit.service.ts';
import { type JudgedLine, newestFirst } from './audit-book.ts';
import { type QuietFilter, type QuietRow, selectQuietRows, selectSumLines } from './audit-lines.queries.ts';
import {
  daysOfRate,
  isAskedFor,
  ofQuiet,
  quietCorrections,
  quietKindOf,
  sumsOfLines,
} from './audit-lines.ts';

type Query = RouteInput<typeof listAuditLines>['query'];
interface Seen {
  day: string;
  id: string;
}

/** Of a line what a list shows. */
const shown = ({
  currency: _currency,
  rate: _rate,
  tid: _tid,
  approvalCode: _code,
  isSettled: _settled,
  isAccepted: _accepted,
  ...line
}: JudgedLine): AuditLine => line;

const isAfter = ({ day, transactionId }: AuditLine, last: Seen): boolean =>
  day === last.day ? BigInt(transactionId) < BigInt(last.id) : day < last.day;

/** Newest days first, in windows that double: the first page of a large month reads its last days alone. */
async function quietRows(tx: Tx, { from, to }: Span, of: QuietFilter): Promise<QuietRow[]> {
  const rows: QuietRow[] = [];
  let until = of.after && of.after.day < to ? of.after.day : to;
  for (let days = 1; until >= from && rows.length < of.limit; days *= 2) {
    const first = addDays(until, 1 - days);
    const since = first < from ? from : first;
    rows.push(...(await selectQuietRows(tx, since, until, { ...of, limit: of.limit - rows.length })));
    until = addDays(since, -1);
  }
  return rows;
}

/** A page of the lines behind a figure, and the figure. @throws Failure 'tooLarge' as for the audit itself */
export const auditLines = (
  db: Database,
  { merchantId }: Member,
  query: Query,
): Promise<RouteOutput<typeof listAuditLines>> =>
  inTenant(db, merchantId, async (tx) => {
    const banks =
      query.bankId === undefined
        ? [unknownBank, ...(await selectAuditBanks(tx)).map(({ id }) => id)]
        : [query.bankId];
    const bankIds = banks.map(storedBankId);
    const { lines, book, givenBack, corrections } = await differingLines(tx, query, bankIds);
    const wanted = lines.filter(isAskedFor(query));
    const kind = quietKindOf(query);
    const cursor = query.cursor === undefined ? null : readCursor(query.cursor);
    const after = cursor && { day: cursor.createdAt.toISOString().slice(0, 10), id: cursor.id };
    const found: AuditLine[] = wanted.map(shown);
    let quiet: Awaited<ReturnType<typeof selectQuietLines>> = [];
    if (kind !== null) {
      if ((await countLines(tx, query.from, query.to)) > feeAuditLimits.linesMax)
        throw tooLarge(feeAuditLimits.linesMax);
      quiet = [...(await selectQuietLines(tx, query.from, query.to, bankIds)), ...givenBack];
      const rows = await quietRows(tx, query, {
        kind,
        bankIds,
        currency: query.currency,
        scheme: query.scheme ?? null,
        days: daysOfRate(query, banks, query, book),
        except: corrections.map(({ transactionId }) => transactionId),
        after,
        limit: query.limit + 1,
      });
      found.push(...quietCorrections(corrections, kind, query, book), ...rows.map(ofQuiet));
    }
    const rest = found.filter((line) => after === null || isAfter(line, after)).toSorted(newestFirst);
    const rows = rest.slice(0, query.limit);
    const last = rest.length > query.limit ? rows.at(-1) : undefined;
    return {
      rows,
      nextCursor: last ? writeCursor(new Date(last.day), last.transactionId) : null,
      ...sumsOfLines(quiet, wanted, query, book),
    };
  });

/** A page of the lines that charge for many payments at once. A cursor's instant is a file's number, its id the entry's. */
export const auditSumLines = (
  db: Database,
  { merchantId }: Member,
  { from, to, currency, cursor, limit }: RouteInput<typeof listAuditSumLines>['query'],
): Promise<RouteOutput<typeof listAuditSumLines>> =>
  inTenant(db, merchantId, async (tx) => {
    const seen = cursor === undefined ? null : readCursor(cursor);
    const after = seen && { fileId: String(seen.createdAt.getTime()), seq: seen.id };
    const found = await selectSumLines(tx, from, to, { currency, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      rows,
      nextCursor: last ? writeCursor(new Date(Number(last.bankFileId)), String(last.seq)) : null,
    };
  });
