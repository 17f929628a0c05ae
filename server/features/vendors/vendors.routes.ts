import { getOfferedDevices } from '@mizan/contract/offered-devices.ts';
import * as contract from '@mizan/contract/vendors.ts';
import { exportFile } from '../../platform/exports/export-file.ts';
import { asDownload } from '../../platform/http/attachment.ts';
import type { On } from '../../platform/http/call.ts';
import { ownPreferences } from '../preferences/preferences.service.ts';
import { offeredDevices } from './offered.service.ts';
import {
  addOneVendor,
  changeOneVendor,
  pageOfVendors,
  type VendorDeps,
  vendorDetail,
  vendorsTable,
} from './vendors.service.ts';

/** Vendors, for administrators; and what forms offer of vendors and models, for everybody. */
export function registerVendorsRoutes(on: On, deps: VendorDeps): void {
  on(getOfferedDevices, () => offeredDevices(deps.db));
  on(contract.listVendors, ({ query }) => pageOfVendors(deps, query));
  on(contract.getVendor, ({ params }) => vendorDetail(deps, params.id));
  on(contract.addVendor, ({ principal, body }) => addOneVendor(deps, principal, body));
  on(contract.changeVendor, ({ principal, params, body }) =>
    changeOneVendor(deps, principal, params.id, body),
  );
  on(contract.exportVendors, async ({ principal, query: { format, lang, ...asked }, reply }) => {
    const reader = { ...(await ownPreferences(deps, principal)), language: lang };
    const table = await vendorsTable(deps, asked, reader);
    const file = exportFile(table, format, table.fileTitle);
    asDownload(reply, file);
    return file.content;
  });
}
