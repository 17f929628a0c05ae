import { offeredDevicesMax } from '@mizan/contract/offered-devices.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type NamedModel, selectNamedModels, selectOfferedModels } from './models.queries.ts';

/** Models as forms offer them and files name them. What is saved keeps its names, whatever becomes of the model. */

/** 'PAX A920', by brand: those that are in use, of brands that are. */
export const offeredModels = async (tx: Tx): Promise<string[]> =>
  (await selectOfferedModels(tx, offeredDevicesMax.models)).map(({ name }) => name);

/** Of these names the models that are kept, in use or not. */
export async function modelsNamed(tx: Tx, names: readonly string[]): Promise<Map<string, NamedModel>> {
  const found = await selectNamedModels(tx, [...new Set(names)]);
  return new Map(found.map((each) => [each.name, each]));
}
