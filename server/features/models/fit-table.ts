import type { getFitTable, ModelReport, PackageFit } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Package, SaidFit, TerminalGroup } from './fit.queries.ts';

/** Pure: what was said of models and packages, held against the terminals that run them. */

type Table = RouteOutput<typeof getFitTable>;
export type WholeTable = Omit<Table, 'nextCursor' | 'total'>;
type Row = Table['rows'][number];
export type FitOf = (brand: string, model: string, pack: string | null) => PackageFit;

const keyOf = (...parts: string[]): string => JSON.stringify(parts);

/** Asks what was said; nothing is derived from the order of version numbers. */
export function fitsOf(said: readonly SaidFit[]): FitOf {
  const known = new Map(
    said.map(({ brand, model, package: pack, fits }) => [keyOf(brand, model, pack), fits]),
  );
  return (brand, model, pack) => {
    const fits = pack === null ? undefined : known.get(keyOf(brand, model, pack));
    if (fits === undefined) return 'NOT_SET';
    return fits ? 'FITS' : 'DOES_NOT_FIT';
  };
}

const sum = (groups: readonly TerminalGroup[]): number =>
  groups.reduce((total, { terminals }) => total + terminals, 0);

/** Terminals whose package does not fit; of a device that is another one than on record the table says nothing. */
export const misfits = (groups: readonly TerminalGroup[], fitOf: FitOf): number =>
  sum(
    groups.filter((each) => !each.isOther && fitOf(each.brand, each.model, each.package) === 'DOES_NOT_FIT'),
  );

export interface KnownModel {
  id: string;
  brand: string;
  manufacturer: string;
  name: string;
  reports: ModelReport[];
}

type RowHead = Omit<Row, 'cells' | 'unknown' | 'terminals'>;

/** By brand and name, those that are kept first within a brand: the order that a cursor goes on in. */
const inOrder = (a: FitPlace, b: FitPlace): number =>
  a.brand.localeCompare(b.brand, 'en') ||
  Number(!a.isKept) - Number(!b.isKept) ||
  a.model.localeCompare(b.model, 'en') ||
  // Names that only a locale takes for equal.
  (keyOf(a.brand, a.model) < keyOf(b.brand, b.model)
    ? -1
    : Number(keyOf(a.brand, a.model) !== keyOf(b.brand, b.model)));

/** Where a row stands in the table, whether or not it is still there. */
export interface FitPlace {
  brand: string;
  model: string;
  isKept: boolean;
}
const placeOf = ({ brand, model, modelId }: Pick<Row, 'brand' | 'model' | 'modelId'>): FitPlace => ({
  brand,
  model,
  isKept: modelId !== null,
});

/** Rows after a place, so many of them, and the place of the last one where there are more. */
export function pageOfRows(
  rows: readonly Row[],
  after: FitPlace | null,
  limit: number,
): { rows: Row[]; last: FitPlace | null } {
  const rest = after === null ? rows : rows.filter((row) => inOrder(placeOf(row), after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { rows: page, last: rest.length > limit && last ? placeOf(last) : null };
}

/** Models that terminals have and nobody keeps stand below those that are kept, so that every terminal is counted. */
function rowsOf(models: readonly KnownModel[], groups: readonly TerminalGroup[]): RowHead[] {
  const kept = new Set(models.map(({ brand, name }) => keyOf(brand, name)));
  const others = new Map(
    groups
      .filter(({ brand, model }) => !kept.has(keyOf(brand, model)))
      .map((each) => [keyOf(each.brand, each.model), each]),
  );
  return [
    ...models.map(({ id, brand, manufacturer, name, reports }) => ({
      modelId: id,
      brand,
      manufacturer,
      model: name,
      reports,
    })),
    ...[...others.values()].map(({ brand, manufacturer, model }) => ({
      modelId: null,
      brand,
      manufacturer,
      model,
      reports: [],
    })),
  ].toSorted((a, b) => inOrder(placeOf(a), placeOf(b)));
}

/** Models whose brand, manufacturer or name holds the text, and the terminals of these models alone. */
function found(models: readonly KnownModel[], groups: readonly TerminalGroup[], search: string) {
  if (search === '') return { models, groups };
  const holds = (...texts: string[]): boolean => texts.join(' ').toLowerCase().includes(search.toLowerCase());
  const rows = rowsOf(models, groups).filter((row) => holds(row.brand, row.manufacturer, row.model));
  const keys = new Set(rows.map(({ brand, model }) => keyOf(brand, model)));
  return {
    models: models.filter(({ brand, name }) => keys.has(keyOf(brand, name))),
    groups: groups.filter(({ brand, model }) => keys.has(keyOf(brand, model))),
  };
}

/**
 * Models by packages; sums of rows and of columns, with terminals that report no package, are all terminals of the models
 * that a search finds.
 */
export function fitTable(
  all: { models: readonly KnownModel[]; groups: readonly TerminalGroup[] },
  packages: readonly Package[],
  said: readonly SaidFit[],
  search: string,
): WholeTable {
  const { models, groups } = found(all.models, all.groups, search);
  const fitOf = fitsOf(said);
  const kept = new Set(packages.map(({ name }) => name));
  const strange = [...new Set(groups.flatMap((each) => each.package ?? []))].filter(
    (name) => !kept.has(name),
  );
  const columns = [
    ...packages.map((each) => ({ ...each, isKept: true })),
    ...strange.toSorted().map((name) => ({ name, fromDay: null, isKept: false })),
  ];
  const byModel = Map.groupBy(groups, ({ brand, model }) => keyOf(brand, model));
  const rows = rowsOf(models, groups).map((row): Row => {
    const own = byModel.get(keyOf(row.brand, row.model)) ?? [];
    const cells = columns.map(({ name }) => {
      const here = own.filter((each) => each.package === name);
      return {
        package: name,
        fit: fitOf(row.brand, row.model, name),
        terminals: sum(here),
        warnings: misfits(here, fitOf),
      };
    });
    return { ...row, cells, unknown: sum(own.filter((each) => each.package === null)), terminals: sum(own) };
  });
  return {
    packages: columns.map((each) => ({
      ...each,
      terminals: sum(groups.filter((group) => group.package === each.name)),
    })),
    rows,
    unknown: sum(groups.filter((each) => each.package === null)),
    terminals: sum(groups),
    warnings: misfits(groups, fitOf),
  };
}
