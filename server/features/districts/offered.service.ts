import {
  type getOfferedDistricts,
  type getOfferedPlaces,
  offeredMax,
} from '@mizan/contract/offered-places.ts';
import type { RouteOutput } from '@mizan/contract/route.ts';
import { type Database, inPlatform, type Tx } from '../../platform/database/database.ts';
import {
  selectIsCity,
  selectOfferedCities,
  selectOfferedDistricts,
  selectRegions,
} from './places.queries.ts';

/** Places as forms offer them. What is saved keeps its text, whatever becomes of the place. */

export const offeredPlaces = (db: Database): Promise<RouteOutput<typeof getOfferedPlaces>> =>
  inPlatform(db, async (tx) => ({
    regions: await selectRegions(tx),
    cities: await selectOfferedCities(tx, offeredMax.cities),
  }));

export const offeredDistricts = (
  db: Database,
  city: string,
): Promise<RouteOutput<typeof getOfferedDistricts>> =>
  inPlatform(db, async (tx) => ({ districts: await selectOfferedDistricts(tx, city, offeredMax.districts) }));

/** Regions by code with their names of today. */
export const regionsOf = (tx: Tx): ReturnType<typeof selectRegions> => selectRegions(tx);

/** Whether the list has a city of this English name, in use or not. */
export const isCity = (tx: Tx, nameEn: string): Promise<boolean> => selectIsCity(tx, nameEn);
