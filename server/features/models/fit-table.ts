import type { getFitTable, ModelReport, PackageFit } from '@mizan/contract/models.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import type { Package, SaidFit, TerminalGroup } from './fit.queries.ts';

/** Pure: what was said of models and packages, held against the terminals that run them. */

type Table = RouteOutput<typeof getFitTable>;
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

/** Models that terminals have and nobody keeps stand below those that are kept, so that every terminal is counted. */
function rowsOf(
  models: readonly KnownModel[],
  groups: readonly TerminalGroup[],
): Omit<Row, 'cells' | 'unknown' | 'terminals'>[] {
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
  ];
}

/** Models by packages; sums of rows and of columns, with terminals that report no package, are all terminals. */
export function fitTable(
  models: readonly KnownModel[],
  packages: readonly Package[],
  said: readonly SaidFit[],
  groups: readonly TerminalGroup[],
): Table {
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
