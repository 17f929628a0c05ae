import type {
  addBrand,
  addModel,
  BrandRow,
  changeBrand,
  changeModel,
  exportModels,
  listBrands,
  listModels,
  ModelRow,
} from '@mizan/contract/models.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import { selectGroups, selectSaidOfAll } from './fit.queries.ts';
import type { ModelDeps } from './models.deps.ts';
import {
  countBrands,
  countModels,
  everyModel,
  insertBrand,
  insertModel,
  isApplied,
  isInService,
  type ListedBrand,
  type ListedModel,
  lockBrand,
  lockModel,
  type ModelFilter,
  selectBrands,
  selectModels,
  updateBrand,
  updateModel,
} from './models.queries.ts';

/** Brands and models of terminals: the one owner of their tables. */

export type AskedModels = Omit<RouteInput<typeof exportModels>['query'], 'format' | 'lang'>;
export const filterOf = ({ search, status, brandId }: AskedModels): ModelFilter => ({
  search: search ?? '',
  status: status ?? null,
  brandIds: brandId ?? null,
  id: null,
});

interface Page<T> {
  rows: T[];
  nextCursor: string | null;
}
function pageOf<T extends { id: string; createdAt: Date }>(found: T[], limit: number): Page<T> {
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, nextCursor: last ? writeCursor(last.createdAt, last.id) : null };
}

const sumOf = (groups: readonly { terminals: number }[]): number =>
  groups.reduce((sum, { terminals }) => sum + terminals, 0);

export async function withFigures({ db }: ModelDeps, rows: readonly ListedModel[]): Promise<ModelRow[]> {
  const [groups, said] = await Promise.all([selectGroups(db), selectSaidOfAll(db)]);
  return rows.map(({ createdAt, ...row }) => {
    const is = (each: { brand: string; model: string }): boolean =>
      each.brand === row.brand && each.model === row.name;
    const own = said.filter(is);
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      terminals: sumOf(groups.filter(is)),
      fits: own.filter(({ fits }) => fits).map((each) => each.package),
      doesNotFit: own.filter(({ fits }) => !fits).map((each) => each.package),
    };
  });
}

/** A page of models in the order in which they came. */
export async function pageOfModels(
  deps: ModelDeps,
  { cursor, limit, ...asked }: RouteInput<typeof listModels>['query'],
): Promise<RouteOutput<typeof listModels>> {
  const filter = filterOf(asked);
  const after = cursor === undefined ? null : readCursor(cursor);
  const { rows, nextCursor } = pageOf(await selectModels(deps.db, filter, after, limit + 1), limit);
  return { rows: await withFigures(deps, rows), nextCursor, total: await countModels(deps.db, filter) };
}

/** @throws Failure 'notFound' */
export async function modelDetail(deps: ModelDeps, id: string): Promise<ModelRow> {
  const [row] = await withFigures(deps, await selectModels(deps.db, { ...everyModel, id }, null, 1));
  if (!row) throw notFound();
  return row;
}

export async function withTerminals(db: Database, rows: readonly ListedBrand[]): Promise<BrandRow[]> {
  const groups = await selectGroups(db);
  return rows.map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    terminals: sumOf(groups.filter(({ brand }) => brand === row.name)),
  }));
}

/** A page of brands in the order in which they came. */
export async function pageOfBrands(
  { db }: ModelDeps,
  { cursor, limit, search, status }: RouteInput<typeof listBrands>['query'],
): Promise<RouteOutput<typeof listBrands>> {
  const filter = { search: search ?? '', status: status ?? null };
  const after = cursor === undefined ? null : readCursor(cursor);
  const { rows, nextCursor } = pageOf(await selectBrands(db, filter, after, limit + 1), limit);
  return { rows: await withTerminals(db, rows), nextCursor, total: await countBrands(db, filter) };
}

const taken = (): Failure => new Failure('conflict', 'The name is taken.', { name: 'taken' });
const inUse = (): Failure => new Failure('conflict', 'Terminals have this name.', { name: 'inUse' });
const keys = ['terminal_brands_name', 'terminal_models_name'];
async function withNamesFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (keys.some((key) => violates(error, key))) throw taken();
    throw error;
  }
}

type Brand = RouteInput<typeof addBrand>['body'];
export const addOneBrand = (
  { db, clock }: ModelDeps,
  actor: Principal,
  body: Brand,
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const at = clock.now();
      const id = await insertBrand(tx, body, at);
      await happened(tx, actor, {
        fact: 'models.brandAdded',
        at,
        about: { type: 'brand', id },
        params: body,
      });
      return { id };
    }),
  );

/** Terminals and applications keep the names of brand and model as text: what is on record of them stays true. */
async function refuseInUse(tx: Tx, names: { brand: string; model: string | null }): Promise<void> {
  if ((await isInService(tx, names)) || (await isApplied(tx, names))) throw inUse();
}

/** @throws Failure 'notFound', 'conflict' 'changedMeanwhile' or {name: 'taken' | 'inUse'} */
export const changeOneBrand = (
  { db, clock }: ModelDeps,
  actor: Principal,
  id: string,
  { seen, ...body }: RouteInput<typeof changeBrand>['body'],
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const was = await lockBrand(tx, id);
      if (!was) throw notFound();
      if (standsAlready(was, body, seen)) return { id };
      if (was.name !== body.name) await refuseInUse(tx, { brand: was.name, model: null });
      await updateBrand(tx, id, body);
      const about = { type: 'brand', id } as const;
      const at = clock.now();
      await happened(tx, actor, { fact: 'models.brandChanged', at, about, params: body, was });
      return { id };
    }),
  );

type Model = RouteInput<typeof addModel>['body'];
const toldOf = (brand: string, { name, reports, status }: Pick<Model, 'name' | 'reports' | 'status'>) => ({
  brand,
  name,
  reports: reports.join(', '),
  status,
});
async function brandNamed(tx: Tx, id: string): Promise<string> {
  const brand = await lockBrand(tx, id);
  if (!brand) throw notFound();
  return brand.name;
}

/** @throws Failure 'notFound' of the brand, 'conflict' */
export const addOneModel = (
  { db, clock }: ModelDeps,
  actor: Principal,
  body: Model,
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const brand = await brandNamed(tx, body.brandId);
      const at = clock.now();
      const id = await insertModel(tx, body, at);
      const about = { type: 'model', id } as const;
      await happened(tx, actor, { fact: 'models.added', at, about, params: toldOf(brand, body) });
      return { id };
    }),
  );

/** @throws Failure 'notFound', 'conflict' 'changedMeanwhile' or {name: 'taken' | 'inUse'} */
export const changeOneModel = (
  { db, clock }: ModelDeps,
  actor: Principal,
  id: string,
  { seen, ...body }: RouteInput<typeof changeModel>['body'],
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const was = await lockModel(tx, id);
      if (!was) throw notFound();
      const brand = await brandNamed(tx, body.brandId);
      const { brand: wasOf, ...kept } = was;
      if (standsAlready(kept, body, seen)) return { id };
      if (kept.name !== body.name || kept.brandId !== body.brandId)
        await refuseInUse(tx, { brand: wasOf, model: kept.name });
      await updateModel(tx, id, body);
      const about = { type: 'model', id } as const;
      const at = clock.now();
      await happened(tx, actor, {
        fact: 'models.changed',
        at,
        about,
        params: toldOf(brand, body),
        was: toldOf(wasOf, kept),
      });
      return { id };
    }),
  );
