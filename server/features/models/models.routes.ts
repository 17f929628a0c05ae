import type { Readable } from 'node:stream';
import type { ExportFormat } from '@mizan/contract/export-terms.ts';
import * as contract from '@mizan/contract/models.ts';
import type { FastifyReply } from 'fastify';
import { exportFile } from '../../platform/exports/export-file.ts';
import type { NamedTable } from '../../platform/exports/listed-table.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On, Principal } from '../../platform/http/call.ts';
import { sendPicture } from '../../platform/pictures/sent-picture.ts';
import type { VirusScanner } from '../../platform/scanner/virus-scanner.ts';
import type { Reader } from '../../platform/words.ts';
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
  pageOfBrands,
  pageOfModels,
} from './models.service.ts';
import { brandsTable, fitsTable, modelsTable } from './models-export.ts';

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
  on(contract.getFitTable, ({ query }) => tableOfFits(deps, query));
  on(contract.getFit, ({ query }) => fitOfPair(deps, query));
  on(contract.setFit, ({ principal, body }) => setFitOfPair(deps, principal, body));
  registerExports(on, deps);
}

function registerExports(on: On, deps: ModelDeps): void {
  const readerOf = async (principal: Principal, language: 'en' | 'ar'): Promise<Reader> => ({
    ...(await ownPreferences(deps, principal)),
    language,
  });
  const send = (reply: FastifyReply, table: NamedTable, format: ExportFormat) => {
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  };
  on(contract.exportBrands, async ({ principal, query: { format, lang, ...asked }, reply }) =>
    send(reply, await brandsTable(deps, asked, await readerOf(principal, lang)), format),
  );
  on(contract.exportModels, async ({ principal, query: { format, lang, ...asked }, reply }) =>
    send(reply, await modelsTable(deps, asked, await readerOf(principal, lang)), format),
  );
  on(contract.exportFitTable, async ({ principal, query: { format, lang, search }, reply }) =>
    send(reply, await fitsTable(deps, search ?? '', await readerOf(principal, lang)), format),
  );
}
