import type { BranchRow, ExportedBranches } from '@mizan/contract/management.ts';
import type { ExportedPeople, Person } from '@mizan/contract/people.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { riyadhMoment } from '../../platform/exports/cell-texts.ts';
import type { ExportColumn, ExportRow, ExportTable } from '../../platform/exports/export-sheet.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { regionsOf } from '../districts/offered.service.ts';
import { branchFilterOf, branchPages, countOf } from './branch-list.service.ts';
import { countPeopleOf, peopleFilterOf, peoplePages } from './people-list.service.ts';

type Columns = Record<string, Omit<ExportColumn, 'name'>>;
type NamedTable = ExportTable & { fileTitle: string };
interface ExportDeps {
  db: Database;
  clock: Clock;
}

/** In their order, and how wide each is beside the others. */
const branchColumns = {
  code: { kind: 'text', letters: 8 },
  name: { kind: 'text', letters: 16 },
  region: { kind: 'text', letters: 14 },
  city: { kind: 'text', letters: 10 },
  district: { kind: 'text', letters: 12 },
  address: { kind: 'text', letters: 22 },
  map: { kind: 'text', letters: 16 },
  terminals: { kind: 'text', letters: 8 },
  cashiers: { kind: 'text', letters: 8 },
  salesToday: { kind: 'amount', letters: 11 },
  status: { kind: 'text', letters: 9 },
} as const satisfies Columns;

const peopleColumns = {
  name: { kind: 'text', letters: 16 },
  signInName: { kind: 'text', letters: 20 },
  role: { kind: 'text', letters: 12 },
  branch: { kind: 'text', letters: 14 },
  terminal: { kind: 'text', letters: 10 },
  lastUsed: { kind: 'text', letters: 17 },
  status: { kind: 'text', letters: 9 },
} as const satisfies Columns;

/** Names of the reader's language where both are kept. */
const nameIn = ({ language }: Words, en: string | null, ar: string | null): string | null =>
  ({ en, ar })[language] || null;

function branchCells(
  row: BranchRow,
  words: Words,
  regions: Awaited<ReturnType<typeof regionsOf>>,
): Record<keyof typeof branchColumns, string | number | null> {
  const { place, terminals } = row;
  const region = regions.find(({ code }) => code === place.region);
  return {
    code: row.code,
    name: nameIn(words, row.nameEn, row.nameAr),
    region: nameIn(words, region?.en ?? place.region, region?.ar ?? place.region),
    city: place.city,
    district: place.district,
    address: nameIn(words, place.addressEn, place.addressAr),
    map: place.mapUrl,
    terminals: String(terminals.total),
    cashiers: String(row.cashiers),
    salesToday: row.salesTodayMinor,
    status: words.text(`branches:status.${row.status.toLowerCase()}`),
  };
}

const personCells = (
  row: Person,
  words: Words,
): Record<keyof typeof peopleColumns, string | number | null> => ({
  name: row.fullName,
  signInName: row.signInName,
  role: words.text(`mails:teamRole.${row.teamRole}`),
  branch: nameIn(words, row.branchNameEn, row.branchNameAr),
  terminal: row.tid,
  lastUsed: row.lastUsedAt && riyadhMoment(new Date(row.lastUsedAt)),
  status: words.text(`branches:status.${row.status.toLowerCase()}`),
});

interface TableParts<Row> {
  kind: 'branches' | 'people';
  columns: Columns;
  pages: AsyncIterable<Row[]>;
  cells: (row: Row, words: Words) => Record<string, string | number | null>;
  rowsTotal: number;
  now: Date;
}

function tableOf<Row>(reader: Reader, parts: TableParts<Row>): NamedTable {
  const { kind, columns, pages, cells, rowsTotal, now } = parts;
  const words = wordsFor(reader);
  const { text, moment } = words;
  const names = Object.keys(columns);
  async function* rows(): AsyncGenerator<readonly ExportRow[]> {
    for await (const page of pages) {
      yield page.map((row) => {
        const of = cells(row, words);
        return names.map((name) => of[name] ?? null);
      });
    }
  }
  const title = text(`exports:management.${kind}.title`);
  return {
    fileTitle: title,
    title,
    facts: [text('exports:made', { when: moment(now) })],
    columns: names.map((name) => ({
      kind: 'text',
      letters: 10,
      ...columns[name],
      name: text(`exports:management.${kind}.column.${name}`),
    })),
    reader,
    rowsTotal,
    rows: rows(),
    totals: () => [],
  };
}

/** The branches of a filter as a table for a file, in the language of its reader. */
export async function branchesTable(
  { db, clock }: ExportDeps,
  merchantId: string,
  asked: ExportedBranches,
  reader: Reader,
): Promise<NamedTable> {
  const filter = branchFilterOf(asked);
  const regions = await inPlatform(db, regionsOf);
  const now = clock.now();
  return tableOf<BranchRow>(reader, {
    kind: 'branches',
    columns: branchColumns,
    pages: branchPages(db, merchantId, filter, now),
    cells: (row, words) => branchCells(row, words, regions),
    rowsTotal: await countOf(db, merchantId, filter),
    now,
  });
}

/** The people of a filter. */
export async function peopleTable(
  { db, clock }: ExportDeps,
  merchantId: string,
  asked: ExportedPeople,
  reader: Reader,
): Promise<NamedTable> {
  const filter = peopleFilterOf(asked);
  return tableOf<Person>(reader, {
    kind: 'people',
    columns: peopleColumns,
    pages: peoplePages({ db, clock }, merchantId, filter),
    cells: personCells,
    rowsTotal: await countPeopleOf(db, merchantId, filter),
    now: clock.now(),
  });
}
