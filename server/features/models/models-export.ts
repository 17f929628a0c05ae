import type { BrandRow, exportBrands, ModelRow, PackageFit } from '@mizan/contract/models.ts';
import type { RouteInput } from '@mizan/contract/route.ts';
import { listedTable, type NamedTable, pagesOf } from '../../platform/exports/listed-table.ts';
import { type Reader, type Words, wordsFor } from '../../platform/words.ts';
import { wholeTable } from './fit.service.ts';
import type { WholeTable } from './fit-table.ts';
import type { ModelDeps } from './models.deps.ts';
import { countBrands, countModels, selectBrands, selectModels } from './models.queries.ts';
import { type AskedModels, filterOf, withFigures, withTerminals } from './models.service.ts';

/** What the lists of brands and models and the compatibility table show, as files. */

const statusIn = ({ text }: Words, { status }: { status: string }): string =>
  text(`branches:status.${status.toLowerCase()}`);

/** The models of a filter. */
export async function modelsTable(deps: ModelDeps, asked: AskedModels, reader: Reader): Promise<NamedTable> {
  const filter = filterOf(asked);
  async function* pages(): AsyncGenerator<ModelRow[]> {
    const found = pagesOf((after, limit) => selectModels(deps.db, filter, after, limit));
    for await (const page of found) yield await withFigures(deps, page);
  }
  return listedTable(deps, reader, {
    key: 'models',
    columns: {
      brand: { kind: 'text', letters: 12 },
      manufacturer: { kind: 'text', letters: 18 },
      model: { kind: 'text', letters: 14 },
      fits: { kind: 'text', letters: 20 },
      doesNotFit: { kind: 'text', letters: 20 },
      terminals: { kind: 'text', letters: 8 },
      status: { kind: 'text', letters: 9 },
    },
    cells: (row: ModelRow, words) => ({
      brand: row.brand,
      manufacturer: row.manufacturer,
      model: row.name,
      fits: row.fits.join(', '),
      doesNotFit: row.doesNotFit.join(', '),
      terminals: String(row.terminals),
      status: statusIn(words, row),
    }),
    pages: pages(),
    rowsTotal: await countModels(deps.db, filter),
  });
}

type AskedBrands = Omit<RouteInput<typeof exportBrands>['query'], 'format' | 'lang'>;

/** The brands of a filter. */
export async function brandsTable(
  deps: ModelDeps,
  { search, status }: AskedBrands,
  reader: Reader,
): Promise<NamedTable> {
  const filter = { search: search ?? '', status: status ?? null };
  async function* pages(): AsyncGenerator<BrandRow[]> {
    const found = pagesOf((after, limit) => selectBrands(deps.db, filter, after, limit));
    for await (const page of found) yield await withTerminals(deps.db, page);
  }
  return listedTable(deps, reader, {
    key: 'brands',
    columns: {
      brand: { kind: 'text', letters: 16 },
      manufacturer: { kind: 'text', letters: 24 },
      models: { kind: 'text', letters: 8 },
      terminals: { kind: 'text', letters: 8 },
      status: { kind: 'text', letters: 9 },
    },
    cells: (row: BrandRow, words) => ({
      brand: row.name,
      manufacturer: row.manufacturer,
      models: String(row.models),
      terminals: String(row.terminals),
      status: statusIn(words, row),
    }),
    pages: pages(),
    rowsTotal: await countBrands(deps.db, filter),
  });
}

interface Pair {
  brand: string;
  manufacturer: string;
  model: string;
  /** Null of the terminals that report none. */
  package: string | null;
  fit: PackageFit | null;
  terminals: number;
  warnings: number;
}

/** Pure: each pair a row, and one for terminals that report no package, so that the rows add up to all terminals. */
const pairsOf = ({ rows }: WholeTable): Pair[] =>
  rows.flatMap(({ brand, manufacturer, model, cells, unknown }) => [
    ...cells.map((cell) => ({ brand, manufacturer, model, ...cell })),
    ...(unknown > 0
      ? [{ brand, manufacturer, model, package: null, fit: null, terminals: unknown, warnings: 0 }]
      : []),
  ]);

const pairsAtOnce = 500;

/** The compatibility table of a search, pair by pair; its last row has the sums. */
export async function fitsTable(deps: ModelDeps, search: string, reader: Reader): Promise<NamedTable> {
  const whole = await wholeTable(deps, search);
  const pairs = pairsOf(whole);
  async function* pages(): AsyncGenerator<Pair[]> {
    for (let at = 0; at < pairs.length; at += pairsAtOnce) yield pairs.slice(at, at + pairsAtOnce);
  }
  const table = listedTable(deps, reader, {
    key: 'fits',
    columns: {
      brand: { kind: 'text', letters: 12 },
      manufacturer: { kind: 'text', letters: 18 },
      model: { kind: 'text', letters: 14 },
      package: { kind: 'text', letters: 12 },
      fit: { kind: 'text', letters: 14 },
      terminals: { kind: 'text', letters: 8 },
      warnings: { kind: 'text', letters: 8 },
    },
    cells: (row: Pair, { text }) => ({
      brand: row.brand,
      manufacturer: row.manufacturer,
      model: row.model,
      package: row.package ?? text('models:columns.unknown'),
      fit: row.fit === null ? '' : text(`models:fit.${row.fit}`),
      terminals: String(row.terminals),
      warnings: String(row.warnings),
    }),
    pages: pages(),
    rowsTotal: pairs.length,
  });
  const total = wordsFor(reader).text('exports:total');
  return {
    ...table,
    totals: () => [[total, '', '', '', '', String(whole.terminals), String(whole.warnings)]],
  };
}
