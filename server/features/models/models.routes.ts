import type { Readable } from 'node:stream';
import * as contract from '@mizan/contract/models.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { sendPicture } from '../../platform/pictures/sent-picture.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { addOnePackage, fitOfPair, setFitOfPair, tableOfFits } from './fit.service.ts';
import { pictureOf, removePictureOf, setPictureOf } from './model-picture.service.ts';
import type { ModelDeps } from './models.deps.ts';
import {
  addOneBrand,
  addOneModel,
  changeOneBrand,
  changeOneModel,
  modelDetail,
  modelsTable,
  pageOfBrands,
  pageOfModels,
} from './models.service.ts';

/** Brands, models and the mada packages that fit them, for administrators. */
export function registerModelsRoutes(on: On, deps: ModelDeps & { scanner: VirusScanner | null }): void {
  on(contract.listBrands, ({ query }) => pageOfBrands(deps, query));
  on(contract.addBrand, ({ principal, body }) => addOneBrand(deps, principal, body));
  on(contract.changeBrand, ({ principal, params, body }) => changeOneBrand(deps, principal, params.id, body));
  on(contract.listModels, ({ query }) => pageOfModels(deps, query));
  on(contract.getModel, ({ params }) => modelDetail(deps, params.id));
  on(contract.addModel, ({ principal, body }) => addOneModel(deps, principal, body));
  on(contract.changeModel, ({ principal, params, body }) => changeOneModel(deps, principal, params.id, body));
  on(contract.setModelPicture, ({ principal, params, body }) =>
    setPictureOf(deps, principal, params.id, body as Readable),
  );
  on(contract.removeModelPicture, ({ principal, params }) => removePictureOf(deps, principal, params.id));
  on(contract.getModelPicture, async ({ params: { id, version }, reply }) =>
    sendPicture(reply, 'model', await pictureOf(deps, id, version)),
  );
  on(contract.addPackage, ({ principal, body }) => addOnePackage(deps, principal, body));
  on(contract.getFitTable, () => tableOfFits(deps));
  on(contract.getFit, ({ query }) => fitOfPair(deps, query));
  on(contract.setFit, ({ principal, body }) => setFitOfPair(deps, principal, body));
  on(contract.exportModels, async ({ principal, query: { format, lang, ...asked }, reply }) => {
    const reader = { ...(await ownPreferences(deps, principal)), language: lang };
    const table = await modelsTable(deps, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  });
}
