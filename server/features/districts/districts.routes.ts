import type { Readable } from 'node:stream';
import * as files from '@mizan/contract/district-import.ts';
import * as contract from '@mizan/contract/districts.ts';
import * as offered from '@mizan/contract/offered-places.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import {
  addOne,
  deletePlaceOf,
  pageOfPlaces,
  placeCounts,
  placeDetail,
  placesTable,
  renameOne,
  setStatus,
} from './districts.service.ts';
import { type DistrictImportDeps, importFile, placesTemplate, previewFile } from './import.service.ts';
import { offeredDistricts, offeredPlaces } from './offered.service.ts';

/** Regions, cities and districts, for administrators. */
export function registerDistrictsRoutes(on: On, deps: DistrictImportDeps): void {
  on(contract.listPlaces, ({ query }) => pageOfPlaces(deps, query));
  on(contract.getPlaceCounts, () => placeCounts(deps));
  on(contract.getPlace, ({ params }) => placeDetail(deps, params.id));
  on(contract.addPlace, ({ principal, body }) => addOne(deps, principal, body));
  on(contract.renamePlace, ({ principal, params, body }) => renameOne(deps, principal, params.id, body));
  on(contract.setPlaceStatus, ({ principal, params, body }) =>
    setStatus(deps, principal, params.id, body.status),
  );
  on(contract.deletePlace, ({ principal, params }) => deletePlaceOf(deps, principal, params.id));
  on(contract.exportPlaces, async ({ principal, query: { format, lang, ...asked }, reply }) => {
    const reader = { ...(await ownPreferences(deps, principal)), language: lang };
    const table = await placesTable(deps, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  });
  on(offered.getOfferedPlaces, () => offeredPlaces(deps.db));
  on(offered.getOfferedDistricts, ({ query }) => offeredDistricts(deps.db, query.city));
  on(files.previewPlaces, ({ query, body }) => previewFile(deps, { ...query, body: body as Readable }));
  on(files.importPlaces, ({ principal, query, body }) =>
    importFile(deps, principal, { ...query, body: body as Readable }),
  );
  on(files.downloadPlacesTemplate, async ({ query, reply }) => {
    const file = await placesTemplate(deps.db, query.lang);
    asDownload(reply, file);
    return file.content;
  });
}
