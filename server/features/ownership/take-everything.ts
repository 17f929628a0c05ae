import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { type Database, inPlatformBulk, inTenantBulk, type Tx } from '../../platform/database/database.ts';
import { type ArchiveEntry, writeArchive } from '../../platform/exports/archive.writer.ts';
import { byteOrderMark, csvTextLine } from '../../platform/exports/csv.writer.ts';
import { wordsFor } from '../../platform/words.ts';
import { bankFilePath } from '../reconciliation/bank-file-on-disk.ts';
import {
  beginReading,
  columnsOf,
  countOwned,
  joinReading,
  type OwnedFile,
  readOwned,
  selectContent,
  selectOwnedFiles,
  selectOwner,
} from './owned.queries.ts';
import { leftOut, type OwnedTable, ownedTables, secretColumns } from './owned-tables.ts';

/** Everything that a merchant owns as one ZIP (docs/decisions/0171-everything-taken-away.md). */
interface Taking {
  merchantId: string;
  /** Where the ZIP is written. */
  path: string;
  at: Date;
  /** Who asked for it. */
  askedBy: string;
  /** Hears how many rows are written of how many; what it throws ends the writing. */
  tell: (done: number, total: number) => Promise<void>;
}

interface Written {
  /** In the archive. */
  file: string;
  bytes: number;
  sha256: string;
}

/** What stands in manifest.json; its shape is a promise to whoever reads such files by a program. */
export interface Manifest {
  version: 1;
  merchant: { id: string; uuid: string; nameEn: string; nameAr: string };
  askedBy: string;
  at: string;
  tables: (Written & { table: string; rows: number; withoutColumns: string[] })[];
  files: (Written & { of: string; id: string; name: string })[];
  /** Files that the portal knows of and could not read. */
  notThere: { of: string; id: string; name: string }[];
  leftOut: { table: string; reason: string }[];
}

interface Reading extends Taking {
  own: Tx;
  platform: Tx;
  bankFiles: string;
  manifest: Manifest;
  total: number;
}

/** Counts and hashes what passes; `of` is true once it has passed. */
function measured(content: AsyncIterable<string | Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* through(): AsyncGenerator<Uint8Array> {
    for await (const part of content) {
      const chunk = typeof part === 'string' ? Buffer.from(part) : part;
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { content: through(), of: (file: string): Written => ({ file, bytes, sha256: hash.digest('hex') }) };
}

async function* tableEntries(reading: Reading): AsyncGenerator<ArchiveEntry> {
  const { own, platform, merchantId, manifest, tell, total } = reading;
  let done = 0;
  for (const [table, owned] of Object.entries(ownedTables)) {
    let rows = 0;
    async function* lines(): AsyncGenerator<string> {
      yield byteOrderMark + csvTextLine(columnsOf(owned));
      for await (const batch of readOwned(readerOf(own, platform, owned), merchantId, table, owned)) {
        yield batch.map(csvTextLine).join('');
        rows += batch.length;
        done += batch.length;
        await tell(done, total);
      }
    }
    const passing = measured(lines());
    const file = `tables/${table}.csv`;
    yield { name: file, content: passing.content };
    const withoutColumns = secretColumns[table]?.split(' ') ?? [];
    manifest.tables.push({ table, rows, ...passing.of(file), withoutColumns });
  }
}

/** What no file system takes in a name, and marks that make one look like another. */
const unfit = /[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu;
const nameCharsMax = 120;
const placeOf = ({ folder, id, name }: OwnedFile): string =>
  `files/${folder}/${id}-${name.toWellFormed().replaceAll(unfit, ' ').trim().slice(-nameCharsMax).trim()}`;

async function contentOf(reading: Reading, file: OwnedFile): Promise<AsyncIterable<Uint8Array> | null> {
  if (file.uuid === null) {
    const content = await selectContent(reading.own, reading.platform, reading.merchantId, file);
    return content && inOnePart(content);
  }
  const path = bankFilePath(reading.bankFiles, file.uuid);
  return access(path).then(
    () => createReadStream(path),
    () => null,
  );
}

async function* inOnePart(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

async function* fileEntries(reading: Reading): AsyncGenerator<ArchiveEntry> {
  const { manifest, own, platform, merchantId, tell, total } = reading;
  for (const file of await selectOwnedFiles(own, platform, merchantId)) {
    await tell(total, total);
    const { folder: of, id, name } = file;
    const content = await contentOf(reading, file);
    if (!content) {
      manifest.notThere.push({ of, id, name });
      continue;
    }
    const passing = measured(content);
    yield { name: placeOf(file), content: passing.content };
    manifest.files.push({ of, id, name, ...passing.of(placeOf(file)) });
  }
}

const readme = ({ manifest, at, askedBy: by }: Reading): string =>
  (['ar', 'en'] as const)
    .map((language) => {
      const { text, moment } = wordsFor(language);
      const name = { ar: manifest.merchant.nameAr, en: manifest.merchant.nameEn }[language];
      const lines = [
        text('exports:everything.about', { name, when: moment(at), by }),
        ...(['tables', 'guarded', 'files', 'manifest', 'leftOut'] as const).map((line) =>
          text(`exports:everything.${line}`),
        ),
      ];
      const { length: count } = manifest.notThere;
      if (count > 0) lines.push(text('exports:everything.notThere', { count }));
      return lines.join('\r\n\r\n');
    })
    .join('\r\n\r\n\r\n');

async function* entriesOf(reading: Reading): AsyncGenerator<ArchiveEntry> {
  yield* tableEntries(reading);
  yield* fileEntries(reading);
  yield { name: 'README.txt', content: inOnePart(Buffer.from(`${byteOrderMark}${readme(reading)}\r\n`)) };
  const manifest = `${JSON.stringify(reading.manifest, null, 2)}\n`;
  yield { name: 'manifest.json', content: inOnePart(Buffer.from(manifest)) };
}

const readerOf = (own: Tx, platform: Tx, { as }: OwnedTable): Tx => (as === 'platform' ? platform : own);

async function begun(deps: { bankFiles: string }, taking: Taking, own: Tx, platform: Tx): Promise<Reading> {
  const { merchantId, at, askedBy } = taking;
  const owner = await selectOwner(own);
  if (!owner) throw new Error(`no merchant ${merchantId}`);
  let total = 0;
  for (const [table, owned] of Object.entries(ownedTables)) {
    total += await countOwned(readerOf(own, platform, owned), merchantId, table, owned);
  }
  const manifest: Manifest = {
    version: 1,
    merchant: { id: merchantId, ...owner },
    askedBy,
    at: at.toISOString(),
    tables: [],
    files: [],
    notThere: [],
    leftOut: Object.entries(leftOut).map(([table, reason]) => ({ table, reason })),
  };
  return { ...taking, ...deps, own, platform, manifest, total };
}

export type TakeEverything = (taking: Taking) => Promise<void>;

/**
 * Writes the ZIP. Both roles read one moment, so what its tables say agrees; a batch of rows or a part of a file is in
 * memory at a time.
 */
export const takeEverything =
  ({ db, bankFiles }: { db: Database; bankFiles: string }): TakeEverything =>
  (taking) =>
    inTenantBulk(db, taking.merchantId, async (own) => {
      const moment = await beginReading(own);
      await inPlatformBulk(db, async (platform) => {
        await joinReading(platform, moment);
        const reading = await begun({ bankFiles }, taking, own, platform);
        await taking.tell(0, reading.total);
        await writeArchive(taking.path, entriesOf(reading));
      });
    });
