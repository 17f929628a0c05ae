import type { FactParams } from '@mizan/contract/facts.ts';
import { readCursor, writeCursor } from '@mizan/contract/page.ts';
import type { RouteInput, RouteOutput } from '@mizan/contract/route.ts';
import { bankOf, saudiBanks } from '@mizan/contract/saudi-banks.ts';
import type {
  changeVendor,
  exportVendors,
  listVendors,
  VendorBody,
  VendorRow,
} from '@mizan/contract/vendors.ts';
import { standsAlready } from '../../platform/as-seen.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import { violates } from '../../platform/database/violates.ts';
import { listedTable, type NamedTable, pagesOf } from '../../platform/exports/listed-table.ts';
import { happened } from '../../platform/facts/facts.ts';
import { Failure, notFound } from '../../platform/failure.ts';
import type { Principal } from '../../platform/http/call.ts';
import type { Reader } from '../../platform/words.ts';
import { everyModelOf, terminalsByFit } from '../models/fit.service.ts';
import { misfits } from '../models/fit-table.ts';
import {
  countVendors,
  insertVendor,
  isNamed,
  type ListedVendor,
  lockVendor,
  selectKept,
  selectVendorNames,
  selectVendors,
  updateVendor,
  type VendorFilter,
} from './vendors.queries.ts';

/** Vendors of terminals: the one owner of their table. */
export interface VendorDeps {
  readonly db: Database;
  readonly clock: Clock;
}

type Asked = Omit<RouteInput<typeof exportVendors>['query'], 'format' | 'lang'>;

function filterOf({ search = '', bank, modelId, status }: Asked): VendorFilter {
  const typed = search.toLowerCase();
  const isTyped = ({ en, ar }: { en: string; ar: string }): boolean =>
    typed !== '' && (en.toLowerCase().includes(typed) || ar.includes(typed));
  return {
    search,
    namedBanks: saudiBanks.filter(isTyped).map(({ code }) => code),
    banks: bank ?? null,
    modelIds: modelId ?? null,
    status: status ?? null,
    id: null,
  };
}

/** Rows with their models and terminals. */
async function withFigures({ db }: VendorDeps, rows: readonly ListedVendor[]): Promise<VendorRow[]> {
  const [{ groups, fitOf }, models] = await Promise.all([terminalsByFit(db), everyModelOf(db)]);
  return rows.map(({ createdAt, modelIds, ...row }) => {
    const own = groups.filter(({ vendor }) => vendor === row.nameEn);
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      models: models
        .filter(({ id }) => modelIds.includes(id))
        .map(({ id, brand, name }) => ({ id, brand, name })),
      terminals: own.reduce((sum, { terminals }) => sum + terminals, 0),
      misfits: misfits(own, fitOf),
    };
  });
}

/** A page of vendors in the order in which they came. */
export async function pageOfVendors(
  deps: VendorDeps,
  { cursor, limit, ...asked }: RouteInput<typeof listVendors>['query'],
): Promise<RouteOutput<typeof listVendors>> {
  const { db } = deps;
  const filter = filterOf(asked);
  const after = cursor === undefined ? null : readCursor(cursor);
  const found = await selectVendors(db, filter, after, limit + 1);
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  const [names, { groups }] = await Promise.all([selectVendorNames(db), terminalsByFit(db)]);
  const kept = groups.filter(({ vendor }) => vendor !== null && names.includes(vendor));
  return {
    rows: await withFigures(deps, page),
    nextCursor: last ? writeCursor(last.createdAt, last.id) : null,
    total: await countVendors(db, filter),
    terminals: kept.reduce((sum, { terminals }) => sum + terminals, 0),
  };
}

/** @throws Failure 'notFound' */
export async function vendorDetail(deps: VendorDeps, id: string): Promise<VendorRow> {
  const [row] = await withFigures(deps, await selectVendors(deps.db, { ...filterOf({}), id }, null, 1));
  if (!row) throw notFound();
  return row;
}

/** What a vendor is told as, by names. @throws Failure 'notFound' of a bank, a model or a package that is not kept */
async function toldOf(tx: Tx, body: VendorBody): Promise<FactParams<'vendors.added'>> {
  const { nameEn, nameAr, contactName, contactMobile, contactEmail, banks, modelIds, packages, status } =
    body;
  const kept = await selectKept(tx, body);
  const isWhole =
    kept.models.length === new Set(modelIds).size &&
    kept.packages.length === new Set(packages).size &&
    banks.every((code) => bankOf(code) !== undefined);
  if (!isWhole) throw notFound();
  return {
    nameEn,
    nameAr,
    contactName,
    mobile: contactMobile,
    email: contactEmail,
    banks: banks.map((code) => bankOf(code)?.en ?? code).join(', '),
    models: kept.models.join(', '),
    packages: kept.packages.join(', '),
    status,
  };
}

async function withNamesFree<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'vendors_name_en') || violates(error, 'vendors_name_ar'))
      throw new Failure('conflict', 'The name is taken.', { name: 'taken' });
    throw error;
  }
}

/** @throws Failure 'conflict' {name: 'taken'}, 'notFound' */
export const addOneVendor = (
  { db, clock }: VendorDeps,
  actor: Principal,
  body: VendorBody,
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const params = await toldOf(tx, body);
      const at = clock.now();
      const id = await insertVendor(tx, body, at);
      const about = { type: 'vendor', id } as const;
      await happened(tx, actor, { fact: 'vendors.added', at, about, params });
      return { id };
    }),
  );

/**
 * What changes nothing is not written down.
 * @throws Failure 'notFound', 'conflict' 'changedMeanwhile' or {name: 'taken' | 'inUse'}: terminals name a vendor by its English name
 */
export const changeOneVendor = (
  { db, clock }: VendorDeps,
  actor: Principal,
  id: string,
  { seen, ...body }: RouteInput<typeof changeVendor>['body'],
): Promise<{ id: string }> =>
  withNamesFree(() =>
    inPlatform(db, async (tx) => {
      const was = await lockVendor(tx, id);
      if (!was) throw notFound();
      const params = await toldOf(tx, body);
      if (standsAlready(was, body, seen)) return { id };
      if (was.nameEn !== body.nameEn && (await isNamed(tx, was.nameEn)))
        throw new Failure('conflict', 'Terminals name this vendor.', { name: 'inUse' });
      await updateVendor(tx, id, body);
      await happened(tx, actor, {
        fact: 'vendors.changed',
        at: clock.now(),
        about: { type: 'vendor', id },
        params,
        was: await toldOf(tx, was),
      });
      return { id };
    }),
  );

/** The vendors of a filter as a table for a file. */
export async function vendorsTable(deps: VendorDeps, asked: Asked, reader: Reader): Promise<NamedTable> {
  const filter = filterOf(asked);
  async function* pages(): AsyncGenerator<VendorRow[]> {
    const found = pagesOf((after, limit) => selectVendors(deps.db, filter, after, limit));
    for await (const page of found) yield await withFigures(deps, page);
  }
  return listedTable(deps, reader, {
    key: 'vendors',
    columns: {
      nameEn: { kind: 'text', letters: 18 },
      nameAr: { kind: 'text', letters: 18 },
      contact: { kind: 'text', letters: 16 },
      mobile: { kind: 'text', letters: 12 },
      banks: { kind: 'text', letters: 20 },
      models: { kind: 'text', letters: 20 },
      packages: { kind: 'text', letters: 14 },
      terminals: { kind: 'text', letters: 8 },
      misfits: { kind: 'text', letters: 10 },
      status: { kind: 'text', letters: 9 },
    },
    cells: (row: VendorRow, { text, language }) => ({
      nameEn: row.nameEn,
      nameAr: row.nameAr,
      contact: row.contactName,
      mobile: row.contactMobile,
      banks: row.banks.map((code) => bankOf(code)?.[language] ?? code).join(', '),
      models: row.models.map(({ brand, name }) => `${brand} ${name}`).join(', '),
      packages: row.packages.join(', '),
      terminals: String(row.terminals),
      misfits: String(row.misfits),
      status: text(`branches:status.${row.status.toLowerCase()}`),
    }),
    pages: pages(),
    rowsTotal: await countVendors(deps.db, filter),
  });
}
