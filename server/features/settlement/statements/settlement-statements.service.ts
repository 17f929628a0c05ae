import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { addDays, riyadhDay } from '@mizan/contract/business-day.ts';
import { exportLimits } from '@mizan/contract/export-terms.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { unknownBank } from '@mizan/contract/settlement.ts';
import {
  type CheckedStatement,
  type downloadSettlementStatement,
  type listSettlementStatements,
  type makeSettlementStatement,
  type SettlementStatementRow,
  statementsPerDayMax,
} from '@mizan/contract/settlement-statements.ts';
import { refuseOther } from '../../../platform/asked-again.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Database, inPlatform, inTenant, type Tx } from '../../../platform/database/database.ts';
import { type ExportFile, exportFile } from '../../../platform/exports/export-file.ts';
import { happened } from '../../../platform/facts/facts.ts';
import { Failure, notFound } from '../../../platform/failure.ts';
import type { Member } from '../../../platform/http/call.ts';
import { banksToday } from '../../banks/banks.service.ts';
import { settlementsOf } from '../table.service.ts';
import {
  canonicalText,
  closingOf,
  fileSeal,
  inReadingOrder,
  isSealedBy,
  type KeptSummary,
  numberOf,
  openFigures,
  openSummary,
  type StatementFigures,
  sha256,
  summaryOf,
  summarySeal,
} from './figures.ts';
import {
  insertFile,
  insertStatement,
  nextSequence,
  seeOneMoment,
  selectByCode,
  selectById,
  selectByRequest,
  selectFiles,
  selectMerchantName,
  selectStatements,
  selectUnmatched,
} from './settlement-statements.queries.ts';
import { statementTable } from './statement-table.ts';

/**
 * Settlement statements: figures of one moment that never change, in files whose bytes are on record
 * (docs/decisions/0077-statements-that-can-be-checked.md).
 */
export interface StatementsDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** MIZAN_SECRET: the key of the seals is made of it. */
  readonly secret: string;
  /** Where the page is that checks a paper; asked when one is written. */
  readonly checkAddress: (code: string) => string;
}

type Asked = RouteInput<typeof makeSettlementStatement>['body'];
/** Who is named on the paper. */
type StatementMaker = Pick<Member, 'userId' | 'fullName' | 'role' | 'merchantId' | 'from'>;
type Figures = Omit<StatementFigures, 'form' | 'number' | 'code' | 'address' | 'madeByName'>;

/** What is owed and what arrived, all of one moment. @throws Failure 'notFound' of the bank, 'conflict', 'tooLarge' */
const figuresOf = (
  db: Database,
  merchantId: string,
  { from, to, bankId }: Asked,
  now: Date,
): Promise<Figures> =>
  inTenant(db, merchantId, async (tx) => {
    await seeOneMoment(tx);
    const merchant = await selectMerchantName(tx);
    const banks = await banksToday(tx, now);
    const bank = banks.find(({ id }) => id === bankId);
    if (!merchant || (bankId !== undefined && bankId !== unknownBank && !bank)) throw notFound();
    if (to > riyadhDay(now)) throw new Failure('conflict', 'future', { reason: 'future' });
    const table = await settlementsOf(tx, { from, to, bankId }, now);
    const { rows, banks: named, writtenOff } = table;
    if (rows.length > exportLimits.pdfRowsMax) {
      const maxRows = exportLimits.pdfRowsMax;
      throw new Failure('tooLarge', `The statement would have more than ${maxRows} rows.`, { maxRows });
    }
    // Deposits of a bank that is not known there are none.
    const unmatched =
      bankId === unknownBank ? [] : await selectUnmatched(tx, { from, to, bankId: bankId ?? null });
    const over = addDays([riyadhDay(now), ...banks.map(({ today }) => today)].toSorted()[0] ?? to, -1);
    const there = new Set(rows.map((row) => row.bankId));
    return {
      merchant,
      bank: bankId === undefined ? null : { nameEn: bank?.nameEn ?? '', nameAr: bank?.nameAr ?? '' },
      from,
      to,
      madeAt: now.toISOString(),
      isLastDayOver: to <= over,
      banks: named.filter(({ id }) => there.has(id)),
      rows: inReadingOrder(rows),
      totals: closingOf(table, rows),
      writtenOff,
      unmatched,
    };
  });

const codeBytes = 20;
const dayMs = 86_400_000;

/** Nothing may be said by a record that this installation has not sealed. */
const broken = (): Failure =>
  new Failure('conflict', 'The record of this statement was changed.', { reason: 'broken' });

/** @throws Failure 'conflict' 'broken' */
function onWire(kept: KeptSummary, secret: string): SettlementStatementRow {
  const row = provenRow(kept, secret);
  if (!row) throw broken();
  return row;
}

function provenRow(kept: KeptSummary, secret: string): SettlementStatementRow | null {
  const summary = openSummary(kept, secret);
  if (!summary) return null;
  const { code: _code, merchant: _merchant, ...row } = summary;
  return { id: kept.id, ...row };
}

interface Attempt {
  by: StatementMaker;
  requestId: string;
  /** Of everything that was asked for: one attempt asks for one thing. */
  askedSha256: Buffer;
}
const attemptOf = (by: StatementMaker, { requestId, from, to, bankId }: Asked): Attempt => ({
  by,
  requestId,
  askedSha256: sha256(Buffer.from(JSON.stringify([by.userId, from, to, bankId ?? null]))),
});

/** What the same attempt made before. @throws Failure 'conflict' 'otherRequest' where its id comes with another body */
async function madeBefore(tx: Tx, { requestId, askedSha256 }: Attempt): Promise<KeptSummary | null> {
  const made = await selectByRequest(tx, requestId);
  if (made) refuseOther(made.askedSha256, askedSha256);
  return made;
}

/** Seals the figures under the next number of the merchant. @throws Failure 'rateLimited', 'conflict' */
async function keep(
  tx: Tx,
  { secret, checkAddress }: StatementsDeps,
  attempt: Attempt,
  figures: Figures,
): Promise<KeptSummary> {
  const at = new Date(figures.madeAt);
  const { sequence, recent } = await nextSequence(tx, new Date(at.getTime() - dayMs));
  const made = await madeBefore(tx, attempt);
  if (made) return made;
  const { by, requestId, askedSha256 } = attempt;
  if (recent >= statementsPerDayMax) {
    throw new Failure('rateLimited', `More than ${statementsPerDayMax} statements were made in one day.`, {
      reason: 'perDay',
    });
  }
  const code = randomBytes(codeBytes).toString('base64url');
  const number = numberOf(riyadhDay(at).slice(0, 4), sequence);
  const named = { form: 4, number, code, address: checkAddress(code), madeByName: by.fullName } as const;
  const whole: StatementFigures = { ...named, ...figures };
  const canonical = canonicalText(whole);
  const summary = canonicalText(summaryOf(whole, canonical));
  const seal = summarySeal(secret, summary);
  const row = {
    requestId,
    askedSha256,
    sequence,
    code,
    at,
    by: by.userId,
    figures: canonical,
    summary,
    seal,
  };
  const kept = await insertStatement(tx, row);
  if (!kept) throw new Error('a statement was not written');
  await happened(tx, by, {
    fact: 'settlement.statementMade',
    at,
    about: { type: 'settlementStatement', id: kept.id },
    params: { number, from: figures.from, to: figures.to, bankName: figures.bank?.nameEn ?? '' },
  });
  return kept;
}

/** @throws Failure 'notFound' of the bank; 'conflict' 'future' or 'otherRequest'; 'tooLarge'; 'rateLimited' */
export async function makeStatement(
  deps: StatementsDeps,
  by: StatementMaker,
  asked: Asked,
): Promise<SettlementStatementRow> {
  const { db, clock, secret } = deps;
  const attempt = attemptOf(by, asked);
  const before = await inTenant(db, by.merchantId, (tx) => madeBefore(tx, attempt));
  if (before) return onWire(before, secret);
  const figures = await figuresOf(db, by.merchantId, asked, clock.now());
  const kept = await inTenant(db, by.merchantId, (tx) => keep(tx, deps, attempt, figures));
  return onWire(kept, secret);
}

/** The newest first; of those that this installation has not sealed as they stand it says that they cannot be proven. */
export const listStatements = (
  { db, secret }: StatementsDeps,
  { merchantId }: Member,
  { cursor, limit }: RouteInput<typeof listSettlementStatements>['query'],
): Promise<RouteOutput<typeof listSettlementStatements>> =>
  inTenant(db, merchantId, async (tx) => {
    const found = await selectStatements(tx, cursor === undefined ? null : readCursor(cursor), limit + 1);
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    return {
      rows: rows.map(
        (row) => provenRow(row, secret) ?? { id: row.id, isUnproven: true, madeAt: row.madeAt.toISOString() },
      ),
      nextCursor: last ? writeCursor(last.madeAt, last.id) : null,
    };
  });

type Variant = RouteInput<typeof downloadSettlementStatement>['query'];

/** The bytes of a statement's file: the same ones whenever the same portal writes it. */
export async function statementFile(
  figures: StatementFigures,
  canonical: string,
  { format, lang, calendar }: Variant,
): Promise<{ file: ExportFile; bytes: Buffer }> {
  const reader = { language: lang, digits: 'language', calendar } as const;
  const file = exportFile(statementTable(figures, canonical, reader, format), format, figures.number);
  return { file, bytes: await buffer(file.content) };
}

/** A file of a statement, whose hash is on record before anybody has it. @throws Failure 'notFound', 'conflict' */
export async function downloadStatement(
  { db, clock, secret }: StatementsDeps,
  { merchantId }: Member,
  id: string,
  asked: Variant,
): Promise<{ file: ExportFile; bytes: Buffer }> {
  const kept = await inTenant(db, merchantId, (tx) => selectById(tx, id));
  if (!kept) throw notFound();
  const figures = openFigures(kept, secret);
  if (!figures) throw broken();
  const written = await statementFile(figures, kept.figures, asked);
  const { format, lang: language, calendar } = asked;
  const hash = sha256(written.bytes);
  const seal = fileSeal(secret, figures.code, format, hash);
  await inTenant(db, merchantId, (tx) =>
    insertFile(tx, kept.id, { sha256: hash, format, language, calendar, seal }, clock.now()),
  );
  return written;
}

/** What a paper says, for whoever holds it. @throws Failure 'notFound', also where the record was changed */
export const checkStatement = (
  { db, secret }: Pick<StatementsDeps, 'db' | 'secret'>,
  code: string,
): Promise<CheckedStatement> =>
  inPlatform(db, async (tx) => {
    const kept = await selectByCode(tx, code);
    const summary = kept && openSummary(kept, secret);
    // A row that was given another one's summary would say so under the wrong code.
    if (!kept || !summary || summary.code !== code) throw notFound();
    const files = (await selectFiles(tx, kept)).filter(({ format, sha256: hash, seal }) =>
      isSealedBy(fileSeal(secret, code, format, hash), seal),
    );
    const { code: _code, merchant, madeByName: _who, rowsCount: _rows, ...paper } = summary;
    return {
      merchant: { nameEn: merchant.nameEn, nameAr: merchant.nameAr },
      ...paper,
      files: files.map(({ format, sha256: hash }) => ({ format, sha256: hash.toString('hex') })),
    };
  });
