import type { getFit, getFitTable, setFit } from '@mizan/contract/models.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import * as z from 'zod';
import { type Database, inPlatform } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import {
  deleteFit,
  insertPackage,
  lockFit,
  lockPackage,
  type Package,
  selectFit,
  selectGroups,
  selectMerchants,
  selectPackages,
  selectSaidOfAll,
  type TerminalGroup,
  upsertFit,
} from './fit.queries.ts';
import { type FitOf, type FitPlace, fitsOf, fitTable, pageOfRows, type WholeTable } from './fit-table.ts';
import type { ModelDeps } from './models.deps.ts';
import { everyModel, type ListedModel, lockModel, selectModels } from './models.queries.ts';

/** Which mada packages fit which models (docs/decisions/0140-what-fits-is-a-table.md). */

const modelsMax = 2_000;
const merchantsShownMax = 200;

/** The table of every model that a search finds. */
export async function wholeTable({ db }: ModelDeps, search: string): Promise<WholeTable> {
  const [models, packages, said, groups] = await Promise.all([
    selectModels(db, everyModel, null, modelsMax),
    selectPackages(db),
    selectSaidOfAll(db),
    selectGroups(db),
  ]);
  return fitTable({ models, groups }, packages, said, search);
}

const cursorShape = z.tuple([z.string(), z.string(), z.boolean()]);
const writePlace = ({ brand, model, isKept }: FitPlace): string => JSON.stringify([brand, model, isKept]);

/** @throws Failure 'badRequest' of a cursor that no answer gave */
function readPlace(text: string): FitPlace {
  try {
    const [brand, model, isKept] = cursorShape.parse(JSON.parse(text));
    return { brand, model, isKept };
  } catch {
    throw new Failure('badRequest', 'No answer gave this cursor.');
  }
}

/** A page of models; its sums are those of every page. @throws Failure 'badRequest' of a cursor that no answer gave */
export async function tableOfFits(
  deps: ModelDeps,
  { search = '', cursor, limit }: RouteInput<typeof getFitTable>['query'],
): Promise<RouteOutput<typeof getFitTable>> {
  const after = cursor === undefined ? null : readPlace(cursor);
  const whole = await wholeTable(deps, search);
  const { rows, last } = pageOfRows(whole.rows, after, limit);
  return { ...whole, rows, total: whole.rows.length, nextCursor: last && writePlace(last) };
}

/** Terminals in service by what decides whether their package fits, and what was said of that. */
export async function terminalsByFit(db: Database): Promise<{ groups: TerminalGroup[]; fitOf: FitOf }> {
  const [groups, said] = await Promise.all([selectGroups(db), selectSaidOfAll(db)]);
  return { groups, fitOf: fitsOf(said) };
}

/** Every model that is kept. */
export const everyModelOf = (db: Database): Promise<ListedModel[]> =>
  selectModels(db, everyModel, null, modelsMax);

async function knownModel(db: Database, id: string) {
  const [model] = await selectModels(db, { ...everyModel, id }, null, 1);
  if (!model) throw notFound();
  return model;
}

/** One pair, and whose terminals run it. @throws Failure 'notFound' of a model that is not kept */
export async function fitOfPair(
  { db }: ModelDeps,
  { modelId, package: pack }: RouteInput<typeof getFit>['query'],
): Promise<RouteOutput<typeof getFit>> {
  const { brand, name: model } = await knownModel(db, modelId);
  const [row, said, merchants] = await Promise.all([
    selectFit(db, modelId, pack),
    selectSaidOfAll(db),
    selectMerchants(db, brand, model, pack),
  ]);
  const warned = merchants.filter(({ isOther }) => !isOther);
  const count = (groups: readonly { terminals: number }[]): number =>
    groups.reduce((sum, { terminals }) => sum + terminals, 0);
  const byOwner = Map.groupBy(merchants, ({ merchantId, vendor }) => `${merchantId} ${vendor ?? ''}`);
  return {
    modelId,
    brand,
    model,
    package: pack,
    fit: fitsOf(said)(brand, model, pack),
    source: row?.source ?? '',
    saidByName: row?.saidByName ?? null,
    saidAt: row?.saidAt.toISOString() ?? null,
    needed: said
      .filter((each) => each.brand === brand && each.model === model && each.fits)
      .map((each) => each.package),
    terminals: count(merchants),
    warned: count(warned),
    warnedMerchants: new Set(warned.map(({ merchantId }) => merchantId)).size,
    merchants: [...byOwner.values()]
      .flatMap((of) => {
        const [first] = of;
        if (!first) return [];
        const { merchantId, nameEn, nameAr, vendor } = first;
        return [{ merchantId, nameEn, nameAr, vendor, terminals: count(of) }];
      })
      .slice(0, merchantsShownMax),
  };
}

/** @throws Failure 'notFound' of a model or a package that is not kept */
export const setFitOfPair = (
  { db, clock }: ModelDeps,
  actor: Principal,
  { modelId, package: pack, fit, source }: RouteInput<typeof setFit>['body'],
): Promise<RouteOutput<typeof setFit>> =>
  inPlatform(db, async (tx) => {
    const model = await lockModel(tx, modelId);
    if (!model || !(await lockPackage(tx, pack))) throw notFound();
    const row = await lockFit(tx, modelId, pack);
    const before = row === null ? 'NOT_SET' : row.fits ? 'FITS' : 'DOES_NOT_FIT';
    if (before === fit && source === '') return { fit };
    const at = clock.now();
    if (fit === 'NOT_SET') await deleteFit(tx, modelId, pack);
    else {
      const fits = fit === 'FITS';
      await upsertFit(tx, { modelId, package: pack, fits, source, by: actor.fullName, at });
    }
    await happened(tx, actor, {
      fact: 'models.fitSet',
      at,
      about: { type: 'model', id: modelId },
      params: { model: `${model.brand} ${model.name}`, package: pack, fit, source },
      was: { fit: before },
    });
    return { fit };
  });

/** @throws Failure 'conflict' where there is one of this name */
export async function addOnePackage(
  { db, clock }: ModelDeps,
  actor: Principal,
  body: Package,
): Promise<{ name: string }> {
  try {
    return await inPlatform(db, async (tx) => {
      const at = clock.now();
      await insertPackage(tx, body, at);
      await happened(tx, actor, { fact: 'models.packageAdded', at, params: { package: body.name } });
      return { name: body.name };
    });
  } catch (error) {
    if (violates(error, 'mada_packages_pkey')) throw new Failure('conflict', 'There is such a package.');
    throw error;
  }
}
