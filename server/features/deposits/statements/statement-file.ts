import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { StatementTable } from '@mizan/contract/statement-table.ts';
import type { StatementRead } from '@mizan/contract/statements.ts';
import { Failure } from '../../../platform/failure.ts';
import { refusalFrom } from '../../../reconciliation/read/file-refused.ts';
import { readStatementInThread } from '../../../reconciliation/reconcile-in-thread.ts';
import type { ToldTable } from '../../../reconciliation/statement/statement-columns.ts';
import type { SaidOfTable } from '../../../reconciliation/statement/statement-table.ts';
import { oneAfterTheOther } from '../../reconciliation/in-turn.ts';
import { readCamt053 } from './camt053.reader.ts';
import { readMt940 } from './mt940.reader.ts';
import { balanceOf, type Statement, type StatementLine, statementLimits, unreadable } from './statement.ts';

/** A line with its number among the entries of the file. */
export type Entry = StatementLine & { entry: number; part: number };

/** A statement's file as it was read, in whichever form it is. */
export interface StatementFile {
  account: string | null;
  lines: Entry[];
  parts: readonly Statement[];
  /** Where it is a table. */
  table: (Omit<StatementTable, 'isRemembered'> & { signature: string; keys: readonly string[] }) | null;
  /** A table with lines of more than one account: nothing is taken of it. */
  isOfSeveral: boolean;
}

/** @throws Failure 'tooLarge' (details.maxBytes) */
export async function bytesOf(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > statementLimits.bytesMax) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
const tooLarge = (): Failure =>
  new Failure('tooLarge', 'The statement is too large.', { maxBytes: statementLimits.bytesMax });

/** camt.053 begins as XML, MT940 with its first field, with or without the head of its message; null for what may be a table. */
function standardForm(bytes: Buffer): Statement[] | null {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (text.trim() === '') throw unreadable('empty');
  const isXml = /^\s*</.test(text);
  if (!isXml && !/^:20:/m.test(text)) return null;
  // No text has it, and the database keeps none that has.
  if (text.includes('\0')) throw unreadable('notStatement');
  return isXml ? readCamt053(text.trimStart()) : readMt940(text);
}

/** Whether bytes are a statement in a form of a standard, by how they begin. @throws Failure 'unreadableFile' as its reader */
export const isStandardForm = (bytes: Buffer): boolean => standardForm(bytes) !== null;

/**
 * The statements of a file's bytes. A table is read by what was said of it.
 * @throws Failure 'unreadableFile' (details.reason), 'tooLarge', 'unavailable'
 */
export async function readStatementBytes(
  bytes: Buffer,
  said: SaidOfTable,
  how: HowTableIsRead,
): Promise<StatementFile> {
  const standard = standardForm(bytes);
  if (standard) return asOne(standard);
  const file = await readTableBytes(bytes, said, how);
  if (file.isOfSeveral) throw unreadable('severalAccounts');
  return file;
}

/** All statements of a file as one; they are of one account. */
function asOne(statements: readonly Statement[]): StatementFile {
  const accounts = new Set(statements.flatMap(({ account }) => account ?? []));
  const isUnnamed = accounts.size > 0 && statements.some(({ account }) => account === null);
  if (accounts.size > 1 || isUnnamed) throw unreadable('severalAccounts');
  return {
    account: [...accounts][0] ?? null,
    lines: numbered(statements.flatMap(({ lines }, part) => lines.map((line) => ({ ...line, part })))),
    parts: statements,
    table: null,
    isOfSeveral: false,
  };
}

const numbered = (lines: readonly Omit<Entry, 'entry'>[]): Entry[] =>
  lines.map((line, index) => ({ ...line, entry: index + 1 }));

/** One at a time in a process: each has a thread. */
const inTurn = oneAfterTheOther();
/** Rows above and below the lines of a statement. */
const rowsBesideMax = 200;

/** Why a table cannot be read, by what its reader says. */
const reasons: Readonly<Record<string, string>> = {
  empty: 'empty',
  tooManyRows: 'tooManyLines',
  encoding: 'encoding',
  cut: 'cut',
  protected: 'protected',
};

export interface HowTableIsRead {
  /** Riyadh's day. */
  today: string;
  /** Tables that people said how to tell. */
  forms: readonly ToldTable[];
  gone: AbortSignal;
}

/** A table as its columns are named, whatever it is and of however many accounts. @throws as `readStatementBytes` */
export async function readTableBytes(
  bytes: Buffer,
  said: SaidOfTable,
  { today, forms, gone }: HowTableIsRead,
): Promise<StatementFile> {
  const rowsMax = statementLimits.linesMax + rowsBesideMax;
  const read = await inTurn(gone, (signal) =>
    onDisk(bytes, (filePath) => readStatementInThread({ filePath, said, forms, today, rowsMax }, { signal })),
  ).catch((error: unknown) => {
    const refusal = refusalFrom(error);
    if (!refusal) throw error;
    if (refusal.code === 'tooLarge' || refusal.code === 'expands') throw tooLarge();
    throw unreadable(reasons[refusal.code] ?? 'notStatement', { most: statementLimits.linesMax });
  });
  if (!read) throw unreadable(said.told?.table.namesLine ? 'noSuchNames' : 'notStatement');
  const { account, refused, beside, signature, keys, told } = read;
  const lines = read.lines.map((line) => ({ ...line, isBanksOwn: false, isReversal: false }));
  const part: Statement = { account, openingMinor: null, closingMinor: null, lines, refused, beside };
  return {
    account,
    lines: numbered(lines.map((line) => ({ ...line, part: 0 }))),
    parts: [part],
    table: { ...read.table, told, signature, keys },
    isOfSeveral: read.isOfSeveral,
  };
}

/** The bytes as a file while they are read: the readers of tables move about in it. */
async function onDisk<T>(bytes: Buffer, work: (filePath: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mizan-statement-'));
  try {
    const filePath = join(folder, 'statement');
    await writeFile(filePath, bytes, { mode: 0o600 });
    return await work(filePath);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The balance that disagrees first, or where every statement has one that agrees, the last of them. */
export function balanceAmong(parts: readonly Statement[]): StatementRead['balance'] {
  const balances = parts.flatMap((part) => balanceOf(part) ?? []);
  return (
    balances.find(({ statedMinor, reckonedMinor }) => statedMinor !== reckonedMinor) ??
    (balances.length === parts.length ? balances.at(-1) : null) ??
    null
  );
}
