import * as districtImport from '@mizan/contract/district-import.ts';
import * as districts from '@mizan/contract/districts.ts';
import * as models from '@mizan/contract/models.ts';
import { switchFeature } from '@mizan/contract/platform-settings.ts';
import { setRateProposal } from '@mizan/contract/rate-proposals.ts';
import { previewRetention, setRetention } from '@mizan/contract/retention.ts';
import { withdrawVat } from '@mizan/contract/vat-settings.ts';
import * as vendors from '@mizan/contract/vendors.ts';
import { pngOf } from '../platform/scanner/testing/document-files.ts';
import { type Args, nobodysId, plain, type RouteFixture } from './fixture-kinds.ts';

const ofNobody: Args = { params: { id: nobodysId } };
const vendor = vendors.addVendor.example?.body;
const brand = models.addBrand.example?.body;
const model = models.addModel.example?.body;
const fit = models.setFit.example?.body;
const names = { nameEn: 'An Narjis', nameAr: 'حي النرجس' };

/** What administrators keep for all merchants: its rows are nobody's. */
export const keptFixtures: readonly RouteFixture[] = [
  plain(setRateProposal, setRateProposal.example as Args, {}, { proposal: 5 }),
  plain(withdrawVat, ofNobody),
  plain(switchFeature, switchFeature.example as Args, {}, { isOn: 'no' }),
  plain(previewRetention, { params: { kind: 'mails' }, query: { days: 20 } }),
  plain(setRetention, setRetention.example as Args, {}, { days: 60 }, { days: '60', seen: null }),
  plain(vendors.getVendor, ofNobody),
  plain(vendors.addVendor, { body: vendor }, {}, { ...vendor, contactMobile: 'call me' }),
  plain(
    vendors.changeVendor,
    { ...ofNobody, body: { ...vendor, seen: vendor } },
    {},
    { ...vendor, nameEn: ' ', seen: vendor },
  ),
  plain(models.addBrand, { body: brand }, {}, { ...brand, status: 'GONE' }),
  plain(
    models.changeBrand,
    { ...ofNobody, body: { ...brand, seen: brand } },
    {},
    { ...brand, name: '', seen: brand },
  ),
  plain(models.getModel, ofNobody),
  plain(models.addModel, { body: model }, {}, { ...model, reports: ['weather'] }),
  plain(
    models.changeModel,
    { ...ofNobody, body: { ...model, seen: model } },
    {},
    { ...model, brandId: 'x', seen: model },
  ),
  plain(models.setModelPicture, { ...ofNobody, body: pngOf(16, 16) }),
  plain(models.removeModelPicture, ofNobody),
  plain(models.getModelPicture, { params: { id: nobodysId, version: '0'.repeat(16) } }),
  plain(
    models.addPackage,
    { body: { name: '2027.01', fromDay: null } },
    {},
    { name: 'two words', fromDay: null },
  ),
  plain(models.getFit, { query: { modelId: nobodysId, package: '2026.03' } }),
  plain(models.setFit, { body: fit }, {}, { ...fit, fit: 'MAYBE' }),
  plain(districts.getPlace, ofNobody),
  plain(
    districts.addPlace,
    { body: { parentId: nobodysId, ...names } },
    {},
    { parentId: nobodysId, nameEn: 'x' },
  ),
  plain(
    districts.renamePlace,
    { ...ofNobody, body: { ...names, seen: names } },
    {},
    { ...names, nameAr: ' ', seen: names },
  ),
  plain(districts.setPlaceStatus, { ...ofNobody, body: { status: 'INACTIVE' } }, {}, { status: 'GONE' }),
  plain(districts.deletePlace, ofNobody),
  plain(districtImport.previewPlaces, { query: { fileName: 'nothing.pdf' }, body: Buffer.from('%PDF') }),
  plain(districtImport.importPlaces, {
    query: { fileName: 'nothing.pdf', seen: '0'.repeat(64) },
    body: Buffer.from('%PDF'),
  }),
];
