import type { Application, Problems } from '@mizan/contract/onboarding-check.ts';
import type { Tx } from '../../platform/database/database.ts';
import { isCity } from '../districts/offered.service.ts';
import { modelsNamed } from '../models/offered.service.ts';
import { offeredVendors } from '../vendors/offered.service.ts';

/** What of an application is to be one of the lists that administrators keep, by the path of its field. */

/** A city is one of the administrators' list; one that was taken out of use meanwhile still is. */
export async function placeProblems(
  tx: Tx,
  { city }: Pick<Application['business'], 'city'>,
): Promise<Problems> {
  return city === '' || (await isCity(tx, city)) ? {} : { 'business.city': 'placeInvalid' };
}

/** Vendor and model of every terminal are on offer; of a form that stands already, those that are as they were stay. */
export async function deviceProblems(
  tx: Tx,
  { branches }: Pick<Application, 'branches'>,
  before?: Pick<Application, 'branches'>,
): Promise<Problems> {
  const terminals = branches.flatMap((branch, at) =>
    branch.terminals.map(({ msp, model }, place) => ({
      msp,
      model,
      was: before?.branches[at]?.terminals[place],
      path: `branches.${at}.terminals.${place}`,
    })),
  );
  const vendors = new Set((await offeredVendors(tx)).map(({ en }) => en));
  const models = await modelsNamed(
    tx,
    terminals.map(({ model }) => model),
  );
  const problems: Problems = {};
  for (const { msp, model, was, path } of terminals) {
    if (!vendors.has(msp) && msp !== was?.msp) problems[`${path}.msp`] = 'mspGone';
    if (!models.get(model)?.isOffered && model !== was?.model) problems[`${path}.model`] = 'modelGone';
  }
  return problems;
}
